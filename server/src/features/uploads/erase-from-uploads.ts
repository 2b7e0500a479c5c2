import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Upload } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { replaceNumbers } from '../../platform/whole-numbers.ts';
import type { UserData } from '../feature.ts';
import { reportLength, shownLength } from './rejected-rows.ts';

/** In place of what a row said. */
const redacted = '…';

/**
 * Redacts what is shown of uploaded files: the first lines, the rejected ones, and the report of them. A row of an
 * erased user loses its words, and so does one that does not say whose it is, with the first erasure of its bot: a
 * line without a readable ID may be any user's. Rows of others stay, and so do numbers of lines and reasons. A file
 * itself is deleted once it is read, or after a day; what it says about erased users is not stored.
 */
export function uploadData(db: Kysely<Tables>): UserData[] {
  const loadUploads = (bot: string) =>
    db
      .selectFrom('uploads')
      .select(['id', 'content', 'columns', 'mapping', 'preview', 'rejected_rows'])
      .where('bot_key', '=', bot)
      .execute();
  return [
    {
      name: 'uploads',
      async erase(bot, userIds) {
        const ids = new Set(userIds);
        let count = 0;
        for (const { id, preview, rejected_rows, ...upload } of await loadUploads(bot)) {
          const before = { preview: preview as Upload['preview'], rows: rejected_rows as Upload['rejected_rows'] };
          const column = upload.content === 'users' ? columnOfIds(upload) : -1;
          const after = {
            preview: before.preview.map((cells) => redactCells(cells, column, ids)),
            rows: before.rows.map((row) => ({
              ...row,
              text: redactText(row.reason, row.text ?? '', ids, shownLength),
            })),
          };
          const [json, oldJson] = [JSON.stringify(after), JSON.stringify(before)];
          if (json === oldJson) continue;
          const change = { preview: JSON.stringify(after.preview), rejected_rows: JSON.stringify(after.rows) };
          await db.updateTable('uploads').set(change).where('id', '=', id).execute();
          count += 1;
        }
        return count;
      },
    },
    {
      name: 'upload_reports',
      async erase(bot, userIds) {
        const ids = new Set(userIds);
        const uploads = await db.selectFrom('uploads').select('id').where('bot_key', '=', bot).execute();
        let count = 0;
        for (const { id } of uploads) {
          const packed = db.selectFrom('upload_reports').select('csv_gzip').where('upload_id', '=', id);
          const report = await packed.executeTakeFirst();
          if (report === undefined) continue;
          // A report has at most 8 MB.
          const before = (await promisify(gunzip)(report.csv_gzip)).toString('utf8');
          const after = redactReport(before, ids);
          if (after === before) continue;
          const csv_gzip = await promisify(gzip)(after);
          await db.updateTable('upload_reports').set({ csv_gzip }).where('upload_id', '=', id).execute();
          count += 1;
        }
        return count;
      },
    },
  ];
}

const columnOfIds = ({ columns, mapping }: { columns: unknown; mapping: unknown }): number =>
  (columns as Upload['columns']).indexOf((mapping as Upload['mapping']).user_id ?? '');

function redactCells(cells: readonly string[], column: number, ids: ReadonlySet<number>): string[] {
  const text = cells[column]?.trim() ?? '';
  const isNamed = /^[1-9]\d{0,15}$/.test(text);
  if (isNamed && !cells.some((cell) => namesAny(cell, ids))) return [...cells];
  return cells.map((cell) => (cell === '' ? '' : redacted));
}

/** Reasons of rows whose user could be read; with others nobody knows whose the numbers in them are. */
const namingReasons: ReadonlySet<string> = new Set(['BadDate', 'MissingDate']);

function redactText(reason: string, text: string, ids: ReadonlySet<number>, longest: number): string {
  // The ID may be in the part that was cut off.
  const isWhole = text.length < longest;
  if (text === '' || (isWhole && namingReasons.has(reason) && !namesAny(text, ids))) return text;
  return redacted;
}

const reportRow = /^(\d+),(\w+),"((?:[^"]|"")*)"\r\n/gm;

const redactReport = (csv: string, ids: ReadonlySet<number>): string =>
  csv.replace(reportRow, (row, line: string, reason: string, text: string) => {
    const redactedText = redactText(reason, text, ids, reportLength);
    return redactedText === text ? row : `${line},${reason},"${redactedText}"\r\n`;
  });

function namesAny(text: string, ids: ReadonlySet<number>): boolean {
  let isNamed = false;
  replaceNumbers(text, (number) => {
    isNamed ||= ids.has(number);
    return undefined;
  });
  return isNamed;
}
