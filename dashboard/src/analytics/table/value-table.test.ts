import { othersName, type ReportTable } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { prepareValueCsv } from './value-csv.ts';
import { nextSort, prepareValueTable, selectSort } from './value-table.ts';

const table: ReportTable = {
  columns: [
    { name: 'visitors', unit: 'users' },
    { name: 'rate', unit: 'percent' },
    { name: 'income', unit: 'money', currency: 'EUR' },
    { name: 'income', unit: 'money', currency: 'XTR' },
  ],
  rows: [
    { name: 'ads', values: [40, 2.5, 1250, 0] },
    { name: '', values: [80, null, 0, 30] },
    { name: 'site', values: [20, 10, 99_900, 5] },
    { name: othersName, others: 7, values: [100, 1, 0, 0] },
  ],
  totals: [240, 2, 101_150, 35],
};
const options = {
  compare: undefined,
  sort: '',
  locale: 'en',
  columnLabel: ({ name, currency = '' }: { name: string; currency?: string | undefined }) =>
    `${name} ${currency}`.trim(),
  rowLabel: ({ name, others }: { name: string; others?: number | undefined }) =>
    others ? `Others (${others})` : name || 'Direct',
};
const labels = (sort: string) => prepareValueTable(table, { ...options, sort }).rows.map((row) => row.label);

describe('a table report', () => {
  it('is labelled, and writes each column in its own unit', () => {
    const { columns, rows, totals } = prepareValueTable(table, options);
    expect(columns.map(({ id, label }) => [id, label])).toEqual([
      ['visitors', 'visitors'],
      ['rate', 'rate'],
      ['income:EUR', 'income EUR'],
      ['income:XTR', 'income XTR'],
    ]);
    expect(rows.map(({ label, cells }) => [label, ...cells.map((cell) => cell.text)])).toEqual([
      ['ads', '40', '2.5%', '€12.50', '0\u00a0★'],
      ['Direct', '80', '—', '€0', '30\u00a0★'],
      ['site', '20', '10.0%', '€999.00', '5\u00a0★'],
      ['Others (7)', '100', '1.0%', '€0', '0\u00a0★'],
    ]);
    expect(totals.map((cell) => cell.text)).toEqual(['240', '2.0%', '€1,011.50', '35\u00a0★']);
  });

  it('measures bars against the largest named row', () => {
    expect(prepareValueTable(table, options).rows.map((row) => row.share)).toEqual([0.5, 1, 0.25, 0]);
    const byIncome = prepareValueTable(table, { ...options, sort: '-income:EUR' });
    expect(byIncome.rows.map((row) => row.share)).toEqual([1, 1250 / 99_900, 0, 0]);
  });

  it.each([
    ['', ['ads', 'Direct', 'site', 'Others (7)']],
    ['-visitors', ['Direct', 'ads', 'site', 'Others (7)']],
    ['visitors', ['site', 'ads', 'Direct', 'Others (7)']],
    ['name', ['ads', 'Direct', 'site', 'Others (7)']],
    ['-name', ['site', 'Direct', 'ads', 'Others (7)']],
    ['-rate', ['site', 'ads', 'Direct', 'Others (7)']],
    ['rate', ['ads', 'site', 'Direct', 'Others (7)']],
    ['shoes', ['ads', 'Direct', 'site', 'Others (7)']],
  ])('sorted by "%s"', (sort, expected) => {
    expect(labels(sort)).toEqual(expected);
  });

  it('shows what it is sorted by before anyone chose', () => {
    expect(selectSort('utm_summary', '')).toBe('-visitors');
    expect(selectSort('utm_summary', 'name')).toBe('name');
    const { sorting: sorted } = prepareValueTable(table, { ...options, sort: selectSort('utm_summary', '') });
    expect(sorted).toEqual({ id: 'visitors', falling: true });
    // A second click on the same heading turns it round, a third one brings the usual order back.
    expect(nextSort('visitors', sorted)).toBe('visitors');
    expect(nextSort('visitors', { id: 'visitors', falling: false })).toBeUndefined();
  });

  it('sorts by a click on a heading: largest, smallest, as it came', () => {
    expect(nextSort('visitors', null)).toBe('-visitors');
    expect(nextSort('visitors', { id: 'visitors', falling: true })).toBe('visitors');
    expect(nextSort('visitors', { id: 'visitors', falling: false })).toBeUndefined();
    expect(nextSort('name', { id: 'visitors', falling: false })).toBe('name');
    expect(nextSort('name', { id: 'name', falling: false })).toBe('-name');
  });

  it('finds the earlier value by row and column, whatever their places', () => {
    const compare: ReportTable = {
      columns: [
        { name: 'income', unit: 'money', currency: 'EUR' },
        { name: 'visitors', unit: 'users' },
      ],
      rows: [{ name: 'ads', values: [1000, 20] }],
      totals: [1000, 120],
    };
    const { rows, totals } = prepareValueTable(table, { ...options, compare });
    expect(rows[0]?.cells.map((cell) => cell.before)).toEqual(['20', '—', '€10.00', '—']);
    expect(rows[0]?.cells[0]?.change).toEqual({ kind: 'ratio', value: 1, tone: 'good' });
    expect(rows[1]?.cells[0]).toMatchObject({ before: '—', change: { kind: 'no_base' } });
    expect(totals[0]).toMatchObject({ before: '120', change: { kind: 'ratio', value: 1 } });
  });

  it('leaves as CSV in whole units of its currencies', () => {
    const csv = prepareValueCsv(prepareValueTable(table, options), { name: 'Source', total: 'All' });
    expect(csv).toBe(
      '\uFEFFSource,visitors,rate,income EUR,income XTR\r\nads,40,2.5,12.5,0\r\nDirect,80,,0,30\r\nsite,20,10,999,5\r\n' +
        'Others (7),100,1,0,0\r\nAll,240,2,1011.5,35\r\n',
    );
  });
});
