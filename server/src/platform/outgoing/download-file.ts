import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { AppError } from '../errors.ts';
import { parseFileName } from '../file-name.ts';

const downloadMs = 20_000;

/**
 * Downloads a file from an address that a user entered; `receive` stores it. The dispatcher refuses private networks.
 * @throws AppError FileUnreachable (field `url`), and what `receive` throws
 */
export async function downloadFile<Stored>(
  dispatcher: Dispatcher,
  address: string,
  receive: (named: { name: string; type: string }, file: Readable) => Promise<Stored>,
): Promise<Stored> {
  const unreachable = (cause?: unknown): AppError => new AppError('FileUnreachable', { field: 'url', cause });
  if (!URL.canParse(address)) throw unreachable();
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw unreachable();
  const signal = AbortSignal.timeout(downloadMs);
  const answer = await request(url, { dispatcher, signal }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  // An answer that is given up is destroyed, which is an error of the stream.
  answer.body.on('error', () => undefined);
  if (answer.statusCode !== 200) {
    answer.body.destroy();
    throw unreachable();
  }
  const [type = ''] = String(answer.headers['content-type'] ?? '').split(';');
  try {
    return await receive({ name: parseFileName(decode(url.pathname)), type: type.trim() }, answer.body);
  } catch (error) {
    answer.body.destroy();
    if (error instanceof AppError && error.code === 'BadRequest') throw unreachable(error);
    throw error;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
