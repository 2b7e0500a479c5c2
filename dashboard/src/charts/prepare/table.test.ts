import { describe, expect, it } from 'vitest';
import { chooseLines, prepareLines } from './lines.ts';
import { createReport, daysBefore } from './report.fixture.ts';
import { prepareTable } from './table.ts';

const words = { before: 'before', change: 'Change', points: 'pp' };
const names = ['Sun, Nov 1', 'Mon, Nov 2', 'Tue, Nov 3'];
const labelOf = (line: { name: string }) => (line.name === 'mean' ? 'Mean, seconds' : line.name);

const report = createReport({
  incomplete: 2,
  compare: { ...daysBefore, lines: [{ name: 'new', values: [2, 0, null], total: 2 }] },
});
const lines = chooseLines(report.type_report, prepareLines(report), null);
const context = { type: 'new_users', buckets: report.buckets, names, incomplete: 2, locale: 'en', labelOf, words };

describe('table', () => {
  it('holds the numbers of the chart, and totals that the server counted', () => {
    const table = prepareTable(lines, { ...context, compare: false });
    expect(table.columns).toEqual([{ id: 'new', label: 'new', note: null, place: 0, line: 'new' }]);
    expect(table.rows.map((row) => [row.name, row.unfinished, row.cells.map((cell) => cell.text)])).toEqual([
      ['Sun, Nov 1', false, ['4']],
      ['Mon, Nov 2', false, ['0']],
      ['Tue, Nov 3', true, ['6']],
    ]);
    expect(table.totals.map((cell) => cell.text)).toEqual(['10']);
  });

  it('puts the earlier value and the change beside a single line', () => {
    const table = prepareTable(lines, { ...context, compare: true });
    expect(table.columns.map((column) => column.note ?? column.label)).toEqual(['new', 'before', 'Change']);
    expect(table.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ['4', '2', '+100%'],
      ['0', '0', '0%'],
      ['6', '—', '—'],
    ]);
    expect(table.totals.map((cell) => cell.text)).toEqual(['10', '2', '+400%']);
  });
});
