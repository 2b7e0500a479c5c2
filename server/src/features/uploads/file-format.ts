import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { constants, createGunzip } from 'node:zlib';
import { AppError } from '../../platform/errors.ts';
import { isObject } from '../../telegram/json.ts';

/** Format by which the bytes of a file become lines: read from the file itself, so that it need not be remembered. */
export interface FileFormat {
  isGzip: boolean;
  encoding: 'utf-8' | 'utf-16le' | 'windows-1251';
  format: 'csv' | 'json' | 'jsonl';
  /** Used for CSV only. */
  delimiter: string;
}

const sampleBytes = 1_048_576;

/**
 * Finds out by the file's first megabyte; its name says nothing.
 * @throws AppError UploadUnreadable for what is neither CSV nor JSON.
 */
export async function detectFormat(path: string): Promise<FileFormat> {
  const head = await readHead(path);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip ? await inflateHead(head) : head;
  const encoding = detectEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes).trimStart();
  // Spreadsheets, pictures and archives hold control characters; texts do not.
  if (text === '' || hasControls(text)) throw new AppError('UploadUnreadable');
  const [firstLine = ''] = text.split(/\r?\n|\r/, 1);
  return { isGzip, encoding, format: detectSyntax(text, firstLine), delimiter: detectDelimiter(firstLine) };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The first megabyte of what the head holds: a dense one would become a thousand. */
async function inflateHead(head: Buffer): Promise<Buffer> {
  // The sample breaks off in the middle: what could be inflated so far is enough.
  const inflater = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 65_536 });
  inflater.end(head);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= sampleBytes) break;
    }
  } catch (cause) {
    throw new AppError('UploadUnreadable', { cause });
  }
  return Buffer.concat(chunks).subarray(0, sampleBytes);
}

function detectEncoding(bytes: Buffer): FileFormat['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // A character of up to four bytes may be cut by the sample's end.
  const isWhole = bytes.length < sampleBytes;
  const isText = [0, 1, 2, 3].some((cut) => (cut === 0 || !isWhole) && isUtf8(bytes.subarray(0, bytes.length - cut)));
  return isText ? 'utf-8' : 'windows-1251';
}

function hasControls(text: string): boolean {
  for (let index = 0; index < Math.min(text.length, 10_000); index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return true;
  }
  return false;
}

function detectSyntax(text: string, firstLine: string): FileFormat['format'] {
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  try {
    const first: unknown = JSON.parse(firstLine);
    // One object a line; but the answer of getUpdates is one line too.
    return isObject(first) && Object.values(first).some(Array.isArray) && !('update_id' in first) ? 'json' : 'jsonl';
  } catch {
    return 'json';
  }
}

/** The sign that cuts the first line most often. */
function detectDelimiter(line: string): string {
  const outside = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const count = (sign: string): number => outside.split(sign).length - 1;
  const [delimiter = ','] = [',', ';', '\t', '|'].sort((one, other) => count(other) - count(one));
  return delimiter;
}
