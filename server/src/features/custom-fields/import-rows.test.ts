import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { importRows } from './import-rows.ts';

/** The rows of a file that arrives in chunks of `chunkBytes`; if it is rejected, the error in place of the rest. */
async function readRows(bytes: Buffer, chunkBytes: number): Promise<unknown[]> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const rows: unknown[] = [];
  try {
    for await (const { cells } of importRows(Readable.from(chunks))) rows.push(cells);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    rows.push(`${error.code} ${error.field}`);
  }
  return rows;
}

/** «Рига» as a Russian Excel saves it. */
const rigaIn1251 = [0xd0, 0xe8, 0xe3, 0xe0];
const file = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

test.each<[string, Buffer, refused: string]>([
  ['windows-1251', file('user_id;city\n101;Oslo\n102;', rigaIn1251, '\n103;Bern\n'), 'NotUtf8 line.3'],
  ['windows-1251 in a cell of two lines', file('user_id;city\r\n101;"Oslo\r\n', rigaIn1251, '"\r\n'), 'NotUtf8 line.3'],
  ['UTF-16', Buffer.from('\ufeffuser_id\tcity\n101\tRiga\n', 'utf16le'), 'NotUtf8 line.1'],
  ['a character that is cut off at the end', file('user_id;city\n101;', [0xd0]), 'NotUtf8 line.2'],
])('%s is refused with its line', async (_, bytes, expectedError) => {
  for (const chunkBytes of [1, 3, 65_536]) expect((await readRows(bytes, chunkBytes)).at(-1)).toBe(expectedError);
});

test('UTF-8 is read, however its characters are cut into chunks', async () => {
  const bytes = Buffer.from('\ufeffuser_id;city\n101;Рига 🙂\n102;São Tomé\n');
  for (const chunkBytes of [1, 2, 3, 65_536]) {
    // The delimiter is found in the first chunk.
    const text = chunkBytes < 20 ? bytes.toString().replaceAll(';', ',') : bytes.toString();
    expect(await readRows(Buffer.from(text), chunkBytes)).toEqual([
      ['user_id', 'city'],
      ['101', 'Рига 🙂'],
      ['102', 'São Tomé'],
    ]);
  }
});
