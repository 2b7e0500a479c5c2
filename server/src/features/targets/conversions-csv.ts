import type { Readable } from 'node:stream';
import { type Conversion, decimalAmount } from '@botscope/contract';
import { csvFile } from '../../platform/csv.ts';
import type { ConversionsList } from './list-conversions.ts';

/** Conversions read at a time. */
const chunk = 20_000;

const columns = ['time', 'target_id', 'target', 'user_id', 'first_name', 'username', 'amount', 'currency', 'source'];

/** All conversions of a list as a CSV file, piece by piece. Amounts are as users say them: 12.5 EUR. */
export const conversionsCsv = (list: Pick<ConversionsList, 'page' | 'labels'>): Readable =>
  csvFile(columns, readRows(list));

type Cells = readonly (string | number | null)[];

async function* readRows({ page, labels }: Pick<ConversionsList, 'page' | 'labels'>): AsyncGenerator<Cells[]> {
  for (let offset = 0; ; offset += chunk) {
    const conversions = await page(offset, chunk);
    yield conversions.map((one) => toCells(one, labels));
    if (conversions.length < chunk) return;
  }
}

function toCells(conversion: Conversion, labels: Readonly<Record<string, string>>): Cells {
  const { at, target_id, user_id, first_name, username, amount, currency, source } = conversion;
  const name = labels[String(target_id)] ?? '';
  // As a number: a text that begins with the minus sign of a refund would be taken for a formula and quoted.
  const money = amount === null ? null : Number(decimalAmount(amount, currency));
  return [at, target_id, name, user_id, first_name, username, money, currency, source];
}
