import {
  type AdCost,
  type AdCostField,
  type AdCostProblem,
  adCostFields,
  adCostProblems,
  isAdCostDay,
} from '@botscope/contract';
import { parse } from 'csv-parse/sync';
import { AppError } from '../../platform/errors.ts';
import { readAmount } from './read-amount.ts';

/** Titles of columns, in lower case: ours, and those that people who keep such a table write. */
const titles: Readonly<Record<AdCostField, readonly string[]>> = {
  day: ['day', 'date', 'день', 'дата'],
  source: ['source', 'utm_source', 'источник'],
  amount: ['amount', 'cost', 'spend', 'сумма', 'расход', 'расходы'],
  currency: ['currency', 'валюта'],
};
const maxProblems = 100;
const longestText = 100;
const longestSource = 256;

interface Line {
  line: number;
  cells: string[];
}
/** What the parser says of a line. */
interface Row {
  record: string[];
  info: { lines: number };
}
type Problem = Omit<AdCostProblem, 'line' | 'field' | 'text'>['problem'];

/**
 * Reads costs from a CSV file with a header: separated by commas, semicolons or tabs, with or without a byte order mark
 * and Excel's `sep=` line. @throws AppError UploadUnreadable for what is no CSV, RequiredFields for a column that is missing
 */
export function readCostFile(text: string, usualCurrency = ''): { items: AdCost[]; problems: AdCostProblem[] } {
  const [header, ...lines] = splitLines(text);
  const columns = findColumns(header?.cells ?? [], usualCurrency);
  const items = new Map<string, AdCost>();
  const problems: AdCostProblem[] = [];
  for (const { line, cells } of lines) {
    const cellOf = (field: AdCostField): string => (cells[columns[field]] ?? '').trim();
    const cost = readLine(cellOf, usualCurrency);
    const report = (field: AdCostField, problem: Problem): void =>
      void problems.push({ line, field, problem, text: cellOf(field).slice(0, longestText) });
    if (Array.isArray(cost)) {
      for (const [field, problem] of cost) report(field, problem);
      continue;
    }
    const key = JSON.stringify([cost.day, cost.source, cost.currency]);
    const before = items.get(key);
    if (before !== undefined && before.amount !== cost.amount) report('amount', 'repeated');
    items.set(key, cost);
  }
  return { items: [...items.values()], problems: problems.slice(0, maxProblems) };
}

function splitLines(file: string): Line[] {
  const text = file.replace(/^\ufeff/, '');
  const [, named, rest = text] = /^"?sep=(.)"?\r?\n([\s\S]*)$/i.exec(text) ?? [];
  const skipped = rest === text ? 0 : 1;
  try {
    const rows: unknown = parse(rest, {
      delimiter: named ?? detectDelimiter(rest),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    return (rows as Row[]).map(({ record, info }) => ({ line: info.lines + skipped, cells: record }));
  } catch (cause) {
    throw new AppError('UploadUnreadable', { cause });
  }
}

function detectDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((winner, one) => (count(one) > count(winner) ? one : winner));
}

function findColumns(header: readonly string[], usualCurrency: string): Record<AdCostField, number> {
  const words = header.map((cell) => cell.trim().toLowerCase());
  const entries = adCostFields.map((field) => {
    const at = words.findIndex((word) => titles[field].includes(word));
    if (at < 0 && !(field === 'currency' && usualCurrency !== '')) throw new AppError('RequiredFields', { field });
    return [field, at] as const;
  });
  return Object.fromEntries(entries) as Record<AdCostField, number>;
}

/** @returns the problems of a line that cannot be read */
function readLine(cellOf: (field: AdCostField) => string, usualCurrency: string): AdCost | [AdCostField, Problem][] {
  const day = readDay(cellOf('day'));
  const source = cellOf('source');
  const currency = (cellOf('currency') || usualCurrency).toUpperCase();
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const amount = cellOf('amount') === '' ? 'missing' : readAmount(cellOf('amount'), isCurrency ? currency : 'EUR');
  const problems: [AdCostField, Problem | null][] = [
    ['day', isProblem(day) ? day : null],
    ['source', source === '' ? 'missing' : source.length > longestSource ? 'too_large' : null],
    ['amount', typeof amount === 'string' ? amount : null],
    ['currency', currency === '' ? 'missing' : isCurrency ? null : 'invalid'],
  ];
  const found = problems.flatMap(([field, problem]) =>
    problem === null ? [] : [[field, problem] as [AdCostField, Problem]],
  );
  return found.length > 0 || typeof amount === 'string' ? found : { day, source, currency, amount };
}

const isProblem = (text: string): text is Problem => (adCostProblems as readonly string[]).includes(text);

/** `2026-03-01`, with or without a time, and `01.03.2026`. With slashes, the first number is a month or a day by country. */
function readDay(text: string): string {
  if (text === '') return 'missing';
  const [, year, month = '', dayOfMonth = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  const [, ownDay = '', ownMonth = '', ownYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: .*)?$/.exec(text) ?? [];
  if (/^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(text)) return 'ambiguous';
  const two = (digits: string): string => digits.padStart(2, '0');
  const day =
    year !== undefined ? `${year}-${two(month)}-${two(dayOfMonth)}` : `${ownYear}-${two(ownMonth)}-${two(ownDay)}`;
  return isAdCostDay(day) ? day : 'invalid';
}
