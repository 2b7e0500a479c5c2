import { Readable } from 'node:stream';
import { largestFieldImport } from '@botscope/contract';
import { parse } from 'csv-parse';
import { AppError } from '../../platform/errors.ts';

/** A row of a CSV file, and the line where it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** One cell may hold a text of the longest kind, or many items. */
const largestRecord = 131_072;

/**
 * The rows of a CSV file, the header first. The delimiter is what the header has most of: comma, semicolon or tab.
 * @throws AppError UploadTooLarge beyond 10 MB, UploadUnreadable for what is no CSV, BadRequest if the sender goes away,
 *   NotUtf8 (line.…)
 */
export async function* importRows(file: Readable): AsyncGenerator<CsvRow> {
  const chunks = inUtf8(limited(file));
  const first = await chunks.next();
  if (first.done) return;
  const source = Readable.from(startingWith(first.value, chunks));
  const parser = source.pipe(
    parse({
      delimiter: detectDelimiter(first.value),
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: largestRecord,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('UploadUnreadable', { cause });
  } finally {
    source.destroy();
  }
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* limited(file: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    // The rest of a file that is refused is read and discarded by the caller: the browser waits for that.
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largestFieldImport) throw new AppError('UploadTooLarge');
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : new AppError('BadRequest', { message: 'The file did not arrive whole', cause });
  }
}

/**
 * Refuses what no UTF-8 is, such as windows-1251 of a Russian Excel: it would be stored as replacement characters. A byte
 * 10 is always the end of a line, so a decoder that gets line by line knows which one is wrong.
 */
async function* inUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const check = (bytes: Buffer, isMore: boolean): void => {
    try {
      decoder.decode(bytes, { stream: isMore });
    } catch (cause) {
      const message = `Line ${line} is not encoded in UTF-8; save the file as CSV UTF-8`;
      throw new AppError('NotUtf8', { field: `line.${line}`, message, cause });
    }
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const feed = chunk.indexOf(lineFeed, from);
      const end = feed === -1 ? chunk.length : feed + 1;
      check(chunk.subarray(from, end), true);
      if (feed !== -1) line += 1;
      from = end;
    }
    yield chunk;
  }
  check(Buffer.alloc(0), false);
}

const lineFeed = 10;

const delimiters = [',', ';', '\t'] as const;

function detectDelimiter(chunk: Buffer): string {
  const [header = ''] = chunk.toString('utf8').split(/[\r\n]/, 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return delimiters.reduce((winner, one) => (count(one) > count(winner) ? one : winner));
}
