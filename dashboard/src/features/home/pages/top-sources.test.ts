import { othersName, type ReportTable } from '@botscope/contract';
import { expect, test } from 'vitest';
import { topSources } from './top-sources.ts';

const columns = ['launches', 'new', 'visitors', 'left'].map((name) => ({ name, unit: 'users' }));
const table = (rows: [name: string, fresh: number, visitors: number][]): ReportTable => ({
  columns,
  rows: rows.map(([name, newUsers, visitors]) => ({ name, values: [9, newUsers, visitors, 0] })),
  totals: [99, 30, 200, 0],
});

test('the largest by visitors, shares of all visitors, direct in words', () => {
  const bars = topSources(
    table([
      ['ads', 10, 50],
      ['', 5, 100],
      ['site', 1, 50],
      [othersName, 9, 500],
      ['gone', 0, 0],
    ]),
    2,
    'en',
    'direct',
  );
  expect(bars.map(({ label, text, users, part, share }) => [label, text, users, part, share])).toEqual([
    ['direct', '100', '5', '50%', 1],
    ['ads', '50', '10', '25%', 0.5],
  ]);
});

test('users who are new and did nothing are sources too; nobody at all is an empty list', () => {
  expect(topSources(table([['import', 7, 0]]), 5, 'en', 'direct')).toMatchObject([{ label: 'import', share: 0 }]);
  expect(topSources(table([]), 5, 'en', 'direct')).toEqual([]);
});
