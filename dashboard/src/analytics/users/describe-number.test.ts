import { describe, expect, it } from 'vitest';
import { createReport } from '../../charts/prepare/report.fixture.ts';
import type { CellRef } from './cell-ref.ts';
import { describeNumber } from './describe-number.ts';

const words = {
  whole: 'whole period',
  line: ({ name }: { name: string }) => name || 'Direct',
  column: (name: string) => `column ${name}`,
  following: (index: number) => `week ${index}`,
  hour: (weekday: string, hour: string) => `${weekday} at ${hour}`,
};
const say = (report: ReturnType<typeof createReport>, cellRef: CellRef) => {
  const { name, text, unit } = describeNumber(report, cellRef, words, 'en');
  return [name, text, unit];
};

describe('a number in words', () => {
  const lines = createReport({
    unit: 'actions',
    lines: [
      { name: 'text', values: [1, 2, null], total: 3 },
      { name: 'button', values: [4, 0, null], total: 4 },
      { name: 'button', unit: 'users', values: [3, 0, null], total: 3 },
    ],
  });

  it('is a line in a bucket, or over the whole period', () => {
    expect(say(lines, { bucket: 0, line: 'button' })).toEqual(['button · Sun, Nov 1', '4', 'actions']);
    expect(say(lines, { line: 'text' })).toEqual(['text · whole period', '3', 'actions']);
    expect(say(lines, {})).toEqual(['text · whole period', '3', 'actions']);
    expect(say(lines, { bucket: 2, line: 'text' })).toEqual(['text · Tue, Nov 3', null, 'actions']);
    expect(say(lines, { bucket: 99, line: 'gone' })).toEqual(['text · whole period', null, 'actions']);
    expect(describeNumber(lines, {}, words, 'en').lines.map((line) => line.name)).toEqual(['text', 'button']);
  });

  it('is a cell of a table', () => {
    const table = createReport({
      lines: [],
      table: {
        columns: [
          { name: 'visitors', unit: 'users' },
          { name: 'income', unit: 'money', currency: 'EUR' },
        ],
        rows: [{ name: '', values: [12, 500] }],
        totals: [20, 700],
      },
    });
    expect(say(table, { line: '', column: 'visitors' })).toEqual(['Direct · column visitors', '12', 'users']);
    expect(say(table, { column: 'income' })).toEqual(['whole period · column income', '€7', 'money']);
    expect(say(table, { line: 'gone', column: 'visitors' })).toEqual(['gone · column visitors', null, 'users']);
  });

  it('is a cohort in a following period', () => {
    const cohorts = createReport({
      lines: [],
      detail: 'week',
      period: { from: '2026-11-02', to: '2026-11-15', time_zone: 'Europe/Berlin' },
      cohorts: { rows: [{ start: '2026-11-02T00:00:00+01:00', size: 10, values: [10, 4], incomplete: null }] },
    });
    expect(say(cohorts, { bucket: 0, column: '1' })[0]).toMatch(/^Nov 2\s–\s8 · week 1$/);
    expect(say(cohorts, { bucket: 0, column: '1' })[1]).toBe('4');
    expect(say(cohorts, { bucket: 0 })[1]).toBe('10');
    expect(say(cohorts, { bucket: 7, column: '1' })).toEqual(['whole period · week 1', null, 'users']);
  });

  it('is an hour of the week', () => {
    const hours = createReport({
      type_report: 'activity_hours',
      buckets: ['00', '01'],
      lines: [{ name: '1', values: [5, 6], total: 11 }],
    });
    expect(say(hours, { bucket: 1, line: '1' })).toEqual(['1 at 01', '6', 'users']);
  });
});
