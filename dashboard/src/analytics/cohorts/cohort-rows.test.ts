import type { ReportCohorts } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { prepareCohortCsv, prepareCohortRows } from './cohort-rows.ts';

/**
 * | new in     | users | week 0 | 1 | 2          |
 * | 2 November | 10     | 10     | 4 | 1          |
 * | 9 November | 30     | 30     | 6 (not over)   |
 * | 16 November| 0      | 0 (not over)               |
 */
const cohorts: ReportCohorts = {
  rows: [
    { start: '2026-11-02T00:00:00+01:00', size: 10, values: [10, 4, 1], incomplete: null },
    { start: '2026-11-09T00:00:00+01:00', size: 30, values: [30, 6], incomplete: 1 },
    { start: '2026-11-16T00:00:00+01:00', size: 0, values: [0], incomplete: 0 },
  ],
};
const options = { detail: 'week', period: { from: '2026-11-02', to: '2026-11-20' }, locale: 'en' } as const;

describe('retention', () => {
  const cohortRows = prepareCohortRows(cohorts, options);

  it('says shares and users', () => {
    expect(cohortRows.rows.map((row) => [row.name.replace(/\s/g, ' '), row.sizeText])).toEqual([
      ['Nov 2 – 8', '10'],
      ['Nov 9 – 15', '30'],
      ['Nov 16 – 20', '0'],
    ]);
    expect(cohortRows.rows.map((row) => row.cells.map((cell) => cell.shareText))).toEqual([
      ['100%', '40%', '10%'],
      ['100%', '20%'],
      ['—'],
    ]);
    expect(cohortRows.rows[1]?.cells[1]).toMatchObject({ users: 6, usersText: '6', unfinished: true });
    expect(cohortRows).toMatchObject({ width: 3, users: 40 });
  });

  it('shades what came back, measured against the best', () => {
    expect(cohortRows.rows.map((row) => row.cells.map((cell) => cell.depth))).toEqual([[0, 5, 2], [0, 3], [0]]);
  });

  it('leaves periods that are not over out of the average, and weighs cohorts by their users', () => {
    expect(cohortRows.average).toEqual([100, 40, 10]);
    const endedCohorts: ReportCohorts = { rows: cohorts.rows.map((row) => ({ ...row, incomplete: null })) };
    expect(prepareCohortRows(endedCohorts, options).average).toEqual([100, 25, 10]);
  });

  it('has no average where no cohort is old enough', () => {
    const young: ReportCohorts = {
      rows: [{ start: '2026-11-16T00:00:00+01:00', size: 3, values: [3], incomplete: 0 }],
    };
    expect(prepareCohortRows(young, options)).toMatchObject({ average: [null], averageTexts: ['—'] });
    expect(prepareCohortRows({ rows: [] }, options)).toMatchObject({ width: 0, users: 0, average: [] });
  });

  it('leaves as CSV', () => {
    const labels = { cohort: 'New in', size: 'Users', column: (index: number) => `Week ${index}` };
    expect(prepareCohortCsv(cohortRows, labels)).toBe(
      '\uFEFFNew in,Users,Week 0,Week 1,Week 2\r\n2026-11-02,10,10,4,1\r\n2026-11-09,30,30,6,\r\n2026-11-16,0,0,,\r\n',
    );
  });
});
