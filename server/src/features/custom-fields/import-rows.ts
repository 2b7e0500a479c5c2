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
 * @throws AppError UploadTooLarge beyond 10 MB, UploadUnreadable for what is no CSV, BadRequest if the sender goes away
 */
export async function* importRows(file: Readable): AsyncGenerator<CsvRow> {
  const chunks = limited(file);
  const first = await chunks.next();
  if (first.done) return;
  const source = Readable.from(startingWith(first.value, chunks));
  const parser = source.pipe(
    parse({
      delimiter: delimiterOf(first.value),
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

const delimiters = [',', ';', '\t'] as const;

function delimiterOf(chunk: Buffer): string {
  const [header = ''] = chunk.toString('utf8').split(/[\r\n]/, 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}
