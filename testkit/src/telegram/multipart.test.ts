import { expect, test } from 'vitest';
import { parseBoundary, parseMultipart } from './multipart.ts';

const body = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

const type = 'multipart/form-data; boundary=b0';

test('reads parts as real clients write them', async () => {
  const parts = await parseMultipart(
    body(
      '--b0',
      'content-disposition:form-data;name="photo";filename=привет.txt',
      '',
      'grammY: no quotes, no spaces',
      '--b0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Disposition: form-data; name="chat_id"',
      '',
      '42',
      '--b0',
      'Content-Disposition: form-data; name="document"; filename=""',
      '',
      '',
      '--b0--',
      '',
    ),
    type,
  );
  expect(parts?.map((part) => ('bytes' in part ? { ...part, bytes: part.bytes.toString() } : part))).toEqual([
    {
      kind: 'file',
      field: 'photo',
      name: 'привет.txt',
      type: 'text/plain',
      size: 28,
      bytes: 'grammY: no quotes, no spaces',
    },
    { kind: 'text', field: 'chat_id', value: '42' },
    { kind: 'file', field: 'document', name: '', type: 'text/plain', size: 0, bytes: '' },
  ]);
});

test('a body that ends too early or lacks names is not well-formed', async () => {
  expect(await parseMultipart(body('--b0', 'Content-Disposition: form-data; name="a"', '', 'x'), type)).toBeUndefined();
  expect(await parseMultipart(body('--b0', 'Content-Disposition: form-data', '', 'x', '--b0--'), type)).toBeUndefined();
  const file = 'Content-Disposition: form-data; name="a"; filename="b"';
  expect(await parseMultipart(body('--b0', file, '', 'x'), type)).toBeUndefined();
  expect(await parseMultipart(body('hello'), type)).toBeUndefined();
});

test('boundaries: bare, quoted, too long', () => {
  expect(parseBoundary('multipart/form-data; boundary=abc; charset=utf-8')).toBe('abc');
  expect(parseBoundary('multipart/form-data; boundary="a b"')).toBe('a b');
  expect(parseBoundary(`multipart/form-data; boundary=${'x'.repeat(71)}`)).toBeUndefined();
  expect(parseBoundary('multipart/form-data')).toBeUndefined();
});
