import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { RowRejectionReason, Upload } from '@botscope/contract';
import { jsonExcerpt } from '../../platform/json/json-excerpt.ts';
import { redactTokens } from '../../telegram/redact.ts';

type RejectedRow = Upload['rejected_rows'][number];

/** Number of rows in the upload itself. */
const shownRows = 200;
/** Bounds of the file: a report of every line of a gigabyte would fill the store, and nobody reads on. */
const maxWritten = { rows: 100_000, bytes: 8_000_000 };
/** Characters of a row in the report, and in the upload itself. */
export const reportLength = 2_000;
export const shownLength = 300;
const longestToken = 64;

/** Collects refused lines: the first ones for the page, up to 100,000 rows or 8 MB as CSV in a file beside the upload. */
export function createRejectedRows(path: string) {
  const visibleRows: RejectedRow[] = [];
  let count = 0;
  let bytes = 0;
  let file: WriteStream | null = null;
  let failure: Error | null = null;

  return {
    shown: visibleRows,
    count: () => count,
    async add(line: number, reason: RowRejectionReason, value: unknown): Promise<void> {
      count += 1;
      if (count > maxWritten.rows || bytes > maxWritten.bytes) return;
      // Cut in two, a token would not be recognised.
      const fullText = typeof value === 'string' ? value : jsonExcerpt(value, reportLength + longestToken);
      const redactedText = redactTokens(fullText.slice(0, reportLength + longestToken)).slice(0, reportLength);
      const text = redactedText.toWellFormed().replaceAll('\0', '\ufffd');
      if (visibleRows.length < shownRows)
        visibleRows.push({ line, reason, text: text.slice(0, shownLength).toWellFormed() });
      if (file === null) {
        file = createWriteStream(path);
        file.on('error', (error) => {
          failure = error;
        });
        file.write('line,reason,text\r\n');
      }
      // A report that cannot be written (full disk) fails no upload.
      if (failure !== null) return;
      const row = `${line},${reason},${quoted(text)}\r\n`;
      bytes += Buffer.byteLength(row);
      if (!file.write(row)) {
        await new Promise<void>((resolve) => void file?.once('drain', resolve).once('close', resolve));
      }
    },
    async close(): Promise<void> {
      if (file === null || failure !== null) return;
      file.end();
      await finished(file).catch(() => undefined);
    },
  };
}

/** Spreadsheets run what begins like a formula. */
function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
