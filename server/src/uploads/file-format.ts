import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { AppError } from '../errors.ts';
import { isObject } from '../telegram/json.ts';

/** How the bytes of a file become lines: read from the file itself, so that it need not be remembered. */
export interface FileFormat {
  isGzip: boolean;
  encoding: 'utf-8' | 'utf-16le' | 'windows-1251';
  format: 'csv' | 'json' | 'jsonl';
  /** Of CSV. */
  delimiter: string;
}

const SAMPLE_BYTES = 1_048_576;
const unzip = promisify(gunzip);

/**
 * Finds out by the file's first megabyte; its name says nothing.
 * @throws AppError UploadUnreadable for what is neither CSV nor JSON.
 */
export async function detectFormat(path: string): Promise<FileFormat> {
  const head = await readHead(path);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip ? await inflateHead(head) : head;
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes).trimStart();
  // Spreadsheets, pictures and archives hold control characters; texts do not.
  if (text === '' || hasControls(text)) throw new AppError('UploadUnreadable');
  const [firstLine = ''] = text.split(/\r?\n|\r/, 1);
  return { isGzip, encoding, format: formatOf(text, firstLine), delimiter: delimiterOf(firstLine) };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function inflateHead(head: Buffer): Promise<Buffer> {
  try {
    // The sample breaks off in the middle: what could be inflated so far is enough.
    const inflated = await unzip(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * SAMPLE_BYTES });
    return inflated.subarray(0, SAMPLE_BYTES);
  } catch (cause) {
    throw new AppError('UploadUnreadable', { cause });
  }
}

function encodingOf(bytes: Buffer): FileFormat['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // A character of up to four bytes may be cut by the sample's end.
  const isWhole = bytes.length < SAMPLE_BYTES;
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

function formatOf(text: string, firstLine: string): FileFormat['format'] {
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
function delimiterOf(line: string): string {
  const outside = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const count = (sign: string): number => outside.split(sign).length - 1;
  const [best = ','] = [',', ';', '\t', '|'].sort((one, other) => count(other) - count(one));
  return best;
}
