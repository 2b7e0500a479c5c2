import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMultipartReader, readMultipart } from './multipart-reader.ts';

const body = (...parts: string[]) => Buffer.from(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`);
const type = 'multipart/form-data; boundary=B';
async function read(bytes: Buffer, size = bytes.length) {
  const reader = createMultipartReader(type);
  for (let offset = 0; offset < bytes.length; offset += size) reader.push(bytes.subarray(offset, offset + size));
  const content = await reader.finish();
  return content && { fields: Object.fromEntries(content.fields), files: content.files };
}

/** When it collects by itself depends on the machine's load: what is kept is counted after a collection. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect !== 'function') throw new Error('no garbage collector');
  return () => void collect();
}

describe('a multipart body', () => {
  it('is read as the libraries write it', async () => {
    const multipartBody = body(
      // grammY: no quotes. python: a type for each text. telebot: an empty file name. PHP: a length for each part.
      'content-disposition:form-data;name="chat_id"\r\n\r\n42',
      'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name="caption"\r\n\r\nпривет\r\n-Bx\r\n',
      'content-disposition:form-data;name="a1";filename=привет.txt\r\ncontent-type:text/plain\r\n\r\n12345',
      'Content-Disposition: form-data; name="photo"; filename=""\r\nContent-Length: 0\r\n\r\n',
      'Content-Disposition: form-data; filename="a \\"b\\".png"; name="document"\r\nContent-Type: image/png\r\n\r\n\r\n--\r\n',
      'content-disposition:form-data;name="chat_id"\r\n\r\nthe second is not heard',
      'Content-Disposition: form-data; name="empty"\r\n\r\n',
    );
    for (const size of [multipartBody.length, 1, 7, 64]) {
      expect(await read(multipartBody, size)).toEqual({
        fields: { chat_id: '42', caption: 'привет\r\n-Bx\r\n', empty: '' },
        files: [
          { field: 'a1', name: 'привет.txt', type: 'text/plain', size: 5 },
          { field: 'photo', name: '', type: 'text/plain', size: 0 },
          { field: 'document', name: 'a "b".png', type: 'image/png', size: 6 },
        ],
      });
    }
  });

  it('may be cut anywhere', async () => {
    const piece = fc.constantFrom('\r', '\n', '-', '--B', '\r\n--', 'B', 'x', 'ж');
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.array(piece), fc.integer({ min: 1, max: 9 }), async (text, file, size) => {
        const [value, bytes] = [text.join(''), file.join('')];
        fc.pre(!`\r\n${value}\r\n`.includes('\r\n--B') && !`\r\n${bytes}\r\n`.includes('\r\n--B'));
        const multipartBody = body(
          `Content-Disposition: form-data; name="t"\r\n\r\n${value}`,
          `Content-Disposition: form-data; name="f"; filename="n"\r\n\r\n${bytes}`,
        );
        expect(await read(multipartBody, size)).toEqual({
          fields: { t: value },
          files: [{ field: 'f', name: 'n', type: 'text/plain', size: Buffer.byteLength(bytes) }],
        });
      }),
    );
  });

  it('that is broken or has more text than Telegram takes is discarded', async () => {
    const disposition = 'Content-Disposition: form-data; name="t"\r\n\r\n';
    expect(await read(body(disposition).subarray(0, -6))).toBe(null);
    expect(await read(Buffer.from('no boundary at all'))).toBe(null);
    expect(await read(Buffer.alloc(100_000, 'x'), 1_000)).toBe(null);
    expect(await read(body(`${disposition}${'x'.repeat(1_048_577)}`), 65_536)).toBe(null);
    // Names alone fill memory as well.
    const namedParts = Array.from({ length: 25_000 }, (_, index) => disposition.replace('"t"', `"t${index}"`));
    expect(await read(body(...namedParts), 65_536)).toBe(null);
  });

  it('that ends too early is discarded, and harms nothing else', async () => {
    const multipartBody = body(
      'Content-Disposition: form-data; name="t"\r\n\r\ntext',
      'Content-Disposition: form-data; name="f"; filename="n"\r\n\r\nfile',
      'Content-Disposition: form-data\r\n\r\nnameless',
    );
    const closing = multipartBody.length - '--\r\n'.length;
    for (let end = 0; end < closing + 2; end += 1) expect(await read(multipartBody.subarray(0, end), 5)).toBe(null);
    expect(await read(multipartBody.subarray(0, closing + 2), 5)).toMatchObject({ fields: { t: 'text' } });
  });

  it('keeps none of its files in memory', async () => {
    const reader = createMultipartReader(type);
    reader.push(Buffer.from('--B\r\nContent-Disposition: form-data; name="f"; filename="n"\r\n\r\n'));
    const collect = garbageCollector();
    collect();
    const before = process.memoryUsage().arrayBuffers;
    for (let chunk = 0; chunk < 400; chunk += 1) {
      reader.push(Buffer.alloc(1_048_576, chunk));
      await nextTurn();
    }
    // V8 returns the memory of collected buffers by a thread of its own: 87 MB were still counted right after a collection.
    const measureKeptBytes = async () => {
      collect();
      await nextTurn();
      return process.memoryUsage().arrayBuffers - before;
    };
    let minKeptBytes = await measureKeptBytes();
    for (let attempt = 0; attempt < 200 && minKeptBytes >= 4 * 1_048_576; attempt += 1)
      minKeptBytes = Math.min(minKeptBytes, await measureKeptBytes());
    expect(minKeptBytes).toBeLessThan(4 * 1_048_576);
    reader.push(Buffer.from('\r\n--B--\r\n'));
    expect((await reader.finish())?.files).toMatchObject([{ size: 400 * 1_048_576 }]);
  });

  it('is none without a boundary, or of another type', async () => {
    for (const other of ['multipart/form-data', 'application/json', 'multipart/mixed; boundary=B', '']) {
      expect(await readMultipart(body('Content-Disposition: form-data; name="t"\r\n\r\nx'), other)).toBe(null);
    }
    const quoted = 'Multipart/Form-Data; charset=utf-8; Boundary="a b"';
    const content = await readMultipart(
      Buffer.from('--a b\r\nContent-Disposition: form-data; name="t"\r\n\r\nx\r\n--a b--'),
      quoted,
    );
    expect(content?.fields).toEqual(new Map([['t', 'x']]));
  });
});
