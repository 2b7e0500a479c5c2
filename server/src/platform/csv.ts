import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvCell } from '@botscope/contract';
import { readAsAsker } from './fairness/read-as-asker.ts';

/** Spreadsheets take a text without it for the local eight-bit alphabet. */
const csvByteOrderMark = '\ufeff';

type Cells = readonly (string | number | boolean | null)[];

/** One line of a CSV file; `csvCell` says what stands in it. */
export function csvLine(cells: Cells): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: Cells[number]): string {
  if (value === null) return '';
  return typeof value === 'string' ? csvCell(value) : String(value);
}

/** Lines written in one go: some milliseconds. */
const slice = 500;

/**
 * A file out of rows that are read chunk by chunk, written in slices between which everything else has its turn. Chunks
 * are read on behalf of the client, and no more of them once the client has left.
 */
export function csvFile(heading: readonly string[], chunks: AsyncIterable<readonly Cells[]>): Readable {
  const rows = readAsAsker(chunks);
  async function* write(): AsyncGenerator<string> {
    yield csvByteOrderMark + csvLine(heading);
    for await (const cells of rows) {
      for (let from = 0; from < cells.length; from += slice) {
        yield cells
          .slice(from, from + slice)
          .map(csvLine)
          .join('');
        await nextTurn();
      }
    }
  }
  // The next slice is written when the client has taken this one: sixteen wait by default.
  return Readable.from(write(), { highWaterMark: 1 });
}
