import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { csvItems } from './csv-items.ts';
import type { FileFormat } from './file-format.ts';
import { type FileItem, largestLine } from './file-item.ts';
import { jsonItems } from './json-items.ts';

export interface ReadOptions {
  /** Called with the number of bytes of the file that have been read. */
  onBytes?: (bytes: number) => void;
  /** Reading ends with `TooLong` when a packed file has become larger than this. */
  maxInflatedBytes: number;
}

/** A packed file is larger than can be read; by its ratio (`TooLarge`), or altogether (`TooLong`). */
export class InflationError extends Error {
  override readonly name = 'InflationError';
  readonly failure: 'TooLarge' | 'TooLong';

  constructor(failure: InflationError['failure']) {
    super(`The packed file is ${failure}`);
    this.failure = failure;
  }
}

/** A packed file may be this much larger than it looks; more is a bomb. */
const maxInflation = 200;

/**
 * Reads a file piece by piece: however large it is, only a few items are in memory.
 * @throws InflationError, and whatever zlib says of a damaged file.
 */
export function readItems(path: string, format: FileFormat, options: ReadOptions): AsyncGenerator<FileItem> {
  const text = readText(path, format, options);
  if (format.format === 'csv') return csvItems(linesOf(text), format.delimiter);
  return format.format === 'json' ? listItems(text) : lineItems(text);
}

async function* readText(path: string, { isGzip, encoding }: FileFormat, options: ReadOptions): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: 262_144 });
  let read = 0;
  let inflated = 0;
  file.on('data', (chunk) => {
    read += chunk.length;
    options.onBytes?.(read);
  });
  const bytes = isGzip ? pipeline(file, createGunzip({ chunkSize: 65_536 }), () => undefined) : file;
  const decoder = new TextDecoder(encoding);
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      inflated += chunk.length;
      if (isGzip && inflated > maxInflation * read + 1_000_000) throw new InflationError('TooLarge');
      if (isGzip && inflated > options.maxInflatedBytes) throw new InflationError('TooLong');
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } finally {
    file.destroy();
  }
}

async function* lineItems(chunks: AsyncIterable<string>): AsyncGenerator<FileItem> {
  let line = 0;
  for await (const text of linesOf(chunks)) {
    line += 1;
    if (text === null) yield { line, problem: 'TooLarge', text: '' };
    else if (text.trim() !== '') yield parseItem(line, text);
  }
}

async function* listItems(chunks: AsyncIterable<string>): AsyncGenerator<FileItem> {
  let line = 0;
  for await (const item of jsonItems(chunks)) {
    line += 1;
    if (item === 'TooLarge' || item === 'Malformed') yield { line, problem: item, text: '' };
    else yield parseItem(line, item);
  }
}

function parseItem(line: number, text: string): FileItem {
  try {
    return { line, value: JSON.parse(text) as unknown };
  } catch {
    return { line, problem: 'Malformed', text };
  }
}

/** Lines of a text that comes in pieces, without their ends (any of \r\n, \n, \r); null for a line that is too long. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string | null> {
  let parts: string[] = [];
  let length = 0;
  let isHalfEnd = false;
  const add = (part: string): void => {
    length += part.length;
    // The parts of a line that is too long are not kept either.
    if (length > largestLine) parts = [];
    else if (part !== '') parts.push(part);
  };
  const take = (): string | null => {
    const line = length > largestLine ? null : parts.join('');
    [parts, length] = [[], 0];
    return line;
  };

  for await (const chunk of chunks) {
    // A "\r" at the end may be the first half of "\r\n".
    const text: string = isHalfEnd ? `\r${chunk}` : chunk;
    isHalfEnd = text.endsWith('\r');
    const lines = (isHalfEnd ? text.slice(0, -1) : text).split(/\r\n|\n|\r/);
    for (const [index, line] of lines.entries()) {
      if (index > 0) yield take();
      add(line);
    }
  }
  const last = take();
  if (isHalfEnd || last !== '') yield last;
}
