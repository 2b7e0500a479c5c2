import { Readable } from 'node:stream';
import type { BotUser, UserColumn } from '@botscope/contract';
import { csvFile } from '../../platform/csv.ts';
import { readAsAsker } from '../../platform/fairness/read-as-asker.ts';

export type UsersFormat = 'csv' | 'ndjson';

/** All currencies share a column (`250 XTR; 9.99 EUR`): one for each currency would depend on the rows. */
const moneyText = (income: BotUser['income']): string =>
  (income ?? []).map(({ amount, currency }) => `${amount} ${currency}`).join('; ');

function formatCell(user: BotUser, column: UserColumn): string | number | boolean | null {
  if (column === 'income') return moneyText(user.income);
  if (column === 'geo') return user.geo ? `${user.geo.latitude}, ${user.geo.longitude}` : '';
  if (column.startsWith('field.')) return user.fields?.[column.slice('field.'.length)] ?? '';
  return (user as unknown as Record<string, string | number | boolean | undefined>)[column] ?? '';
}

/** Users written in one go: some milliseconds. */
const usersOfSlice = 500;

/** The first column is the id: with it a file that broke off is continued. */
export function usersCsv(columns: readonly UserColumn[], chunks: AsyncIterable<readonly BotUser[]>): Readable {
  const all: UserColumn[] = ['user_id', ...columns.filter((column) => column !== 'user_id')];
  // Cells of a few users at a time: those of a whole chunk would be in memory beside it.
  async function* rows() {
    for await (const users of chunks) {
      for (let from = 0; from < users.length; from += usersOfSlice) {
        yield users.slice(from, from + usersOfSlice).map((user) => all.map((column) => formatCell(user, column)));
      }
    }
  }
  return csvFile(all, rows());
}

/** One JSON object per line. */
export function usersNdjson(chunks: AsyncIterable<readonly BotUser[]>): Readable {
  const all = readAsAsker(chunks);
  async function* lines() {
    for await (const users of all) {
      for (let from = 0; from < users.length; from += usersOfSlice) {
        yield users
          .slice(from, from + usersOfSlice)
          .map((user) => `${JSON.stringify(user)}\n`)
          .join('');
      }
    }
  }
  return Readable.from(lines(), { highWaterMark: 1 });
}
