import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, createMultipartReader } from './multipart-reader.ts';

const body = (...parts: string[]) => Buffer.from(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`);
function read(bytes: Buffer, size = bytes.length) {
  const reader = createMultipartReader('B');
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  const content = reader.finish();
  return content && { fields: Object.fromEntries(content.fields), files: content.files };
}

describe('a multipart body', () => {
  it('is read as the libraries write it', () => {
    const written = body(
      // grammY: no quotes. python: a type for each text. telebot: an empty file name. PHP: a length for each part.
      'content-disposition:form-data;name="chat_id"\r\n\r\n42',
      'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name="caption"\r\n\r\nпривет\r\n-Bx\r\n',
      'content-disposition:form-data;name="a1";filename=привет.txt\r\ncontent-type:text/plain\r\n\r\n12345',
      'Content-Disposition: form-data; name="photo"; filename=""\r\nContent-Length: 0\r\n\r\n',
      'Content-Disposition: form-data; filename="a \\"b\\".png"; name="document"\r\nContent-Type: image/png\r\n\r\n\r\n--\r\n',
      'content-disposition:form-data;name="chat_id"\r\n\r\nthe second is not heard',
      'Content-Disposition: form-data; name="empty"\r\n\r\n',
    );
    for (const size of [written.length, 1, 7, 64]) {
      expect(read(written, size)).toEqual({
        fields: { chat_id: '42', caption: 'привет\r\n-Bx\r\n', empty: '' },
        files: [
          { field: 'a1', name: 'привет.txt', type: 'text/plain', size: 5 },
          { field: 'photo', name: '', type: '', size: 0 },
          { field: 'document', name: 'a "b".png', type: 'image/png', size: 6 },
        ],
      });
    }
  });

  it('may be cut anywhere', () => {
    const piece = fc.constantFrom('\r', '\n', '-', '--B', '\r\n--', 'B', 'x', 'ж');
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), fc.integer({ min: 1, max: 9 }), (text, file, size) => {
        const [value, bytes] = [text.join(''), file.join('')];
        fc.pre(!`\r\n${value}\r\n`.includes('\r\n--B') && !`\r\n${bytes}\r\n`.includes('\r\n--B'));
        const written = body(
          `Content-Disposition: form-data; name="t"\r\n\r\n${value}`,
          `Content-Disposition: form-data; name="f"; filename="n"\r\n\r\n${bytes}`,
        );
        expect(read(written, size)).toEqual({
          fields: { t: value },
          files: [{ field: 'f', name: 'n', type: '', size: Buffer.byteLength(bytes) }],
        });
      }),
    );
  });

  it('that is broken or has more text than Telegram takes tells nothing', () => {
    const disposition = 'Content-Disposition: form-data; name="t"\r\n\r\n';
    expect(read(body(disposition).subarray(0, -6))).toBe(null);
    expect(read(Buffer.from('no boundary at all'))).toBe(null);
    expect(read(Buffer.alloc(100_000, 'x'), 1_000)).toBe(null);
    expect(read(body(`${disposition}${'x'.repeat(1_048_577)}`), 65_536)).toBe(null);
    // Names alone fill memory as well.
    const named = Array.from({ length: 25_000 }, (_, index) => disposition.replace('"t"', `"t${index}"`));
    expect(read(body(...named), 65_536)).toBe(null);
  });

  it('has a boundary that Telegram would take', () => {
    expect(boundaryOf('multipart/form-data; boundary=webhookBoundary1')).toBe('webhookBoundary1');
    expect(boundaryOf('Multipart/Form-Data; charset=utf-8; Boundary="a b"')).toBe('a b');
    for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(71)}`, 'application/json']) {
      expect(boundaryOf(type)).toBe(null);
    }
  });
});
