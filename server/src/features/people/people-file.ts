import { Readable } from 'node:stream';
import type { BotUser, PeopleColumn } from '@botscope/contract';
import { csvFile } from '../../platform/csv.ts';

export type PeopleFormat = 'csv' | 'ndjson';

/** Of money a column for each currency would depend on the rows: `250 XTR; 9.99 EUR` does not. */
const moneyText = (income: BotUser['income']): string =>
  (income ?? []).map(({ amount, currency }) => `${amount} ${currency}`).join('; ');

function cellOf(user: BotUser, column: PeopleColumn): string | number | boolean | null {
  if (column === 'income') return moneyText(user.income);
  if (column === 'geo') return user.geo ? `${user.geo.latitude}, ${user.geo.longitude}` : '';
  if (column.startsWith('field.')) return user.fields?.[column.slice('field.'.length)] ?? '';
  return (user as unknown as Record<string, string | number | boolean | undefined>)[column] ?? '';
}

/** The first column is the id: with it a file that broke off is continued. */
export function peopleCsv(columns: readonly PeopleColumn[], chunks: AsyncIterable<readonly BotUser[]>): Readable {
  const all: PeopleColumn[] = ['user_id', ...columns.filter((column) => column !== 'user_id')];
  async function* rows() {
    for await (const users of chunks) yield users.map((user) => all.map((column) => cellOf(user, column)));
  }
  return csvFile(all, rows());
}

/** One JSON object per line. */
export function peopleNdjson(chunks: AsyncIterable<readonly BotUser[]>): Readable {
  async function* lines() {
    for await (const users of chunks) {
      for (let from = 0; from < users.length; from += 500) {
        yield users
          .slice(from, from + 500)
          .map((user) => `${JSON.stringify(user)}\n`)
          .join('');
      }
    }
  }
  return Readable.from(lines());
}
