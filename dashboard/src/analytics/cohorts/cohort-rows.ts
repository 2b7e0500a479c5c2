import type { Detail, ReportCohorts } from '@botscope/contract';
import { nameBuckets } from '../../charts/prepare/buckets.ts';
import { writeCsv } from '../../charts/prepare/csv.ts';
import { columnFormat, formatValue } from '../../charts/prepare/units.ts';

export interface CohortCell {
  users: number;
  /** Per cent of the cohort. */
  share: number;
  usersText: string;
  shareText: string;
  /** Depth of colour, 0 (nobody) to 5 (everyone); the period of arrival has none: it says nothing about coming back. */
  depth: number;
  unfinished: boolean;
}

export interface CohortRow {
  start: string;
  name: string;
  size: number;
  sizeText: string;
  cells: CohortCell[];
}

export interface CohortRows {
  /** Number of columns: the period of arrival and those that follow. */
  width: number;
  rows: CohortRow[];
  /**
   * Over all cohorts: users who were there in the k-th following period ÷ users of the cohorts that have had one whole.
   * Null where no cohort is old enough.
   */
  average: (number | null)[];
  averageTexts: string[];
  users: number;
}

const depths = 5;

/** Groups of users over their following periods, shaded in five steps of the largest share after the period of arrival. */
export function prepareCohortRows(
  cohorts: ReportCohorts,
  options: { detail: Detail; period: { from: string; to: string }; locale: string },
): CohortRows {
  const { locale } = options;
  // Groups of users who were new in an hour are not followed: the report knows days at the finest.
  const detail = options.detail === 'hour' ? 'day' : options.detail;
  const names = nameBuckets(
    cohorts.rows.map((row) => row.start),
    detail,
    options.period,
    locale,
  ).long;
  const width = Math.max(0, ...cohorts.rows.map((row) => row.values.length));
  const computeShare = (users: number, size: number) => (size > 0 ? (users / size) * 100 : 0);
  const top = Math.max(
    0,
    ...cohorts.rows.flatMap((row) => row.values.slice(1).map((value) => computeShare(value, row.size))),
  );
  const average = Array.from({ length: width }, (_, column) => averageAt(cohorts, column));
  // One form for the whole table of cohorts: its cells are compared in every direction.
  const writeShare = columnFormat(
    [...average, ...cohorts.rows.flatMap((row) => row.values.map((value) => computeShare(value, row.size)))],
    'percent',
    locale,
  );
  const rows = cohorts.rows.map(
    ({ start, size, values, incomplete }, index): CohortRow => ({
      start,
      name: names[index] ?? start,
      size,
      sizeText: formatValue(size, 'users', locale),
      cells: values.map((users, column): CohortCell => {
        const share = computeShare(users, size);
        return {
          users,
          share,
          usersText: formatValue(users, 'users', locale),
          shareText: writeShare(size > 0 ? share : null),
          depth: column === 0 || users === 0 || top === 0 ? 0 : Math.max(1, Math.ceil((share / top) * depths)),
          unfinished: column === incomplete,
        };
      }),
    }),
  );
  return {
    width,
    rows,
    average,
    averageTexts: average.map(writeShare),
    users: rows.reduce((sum, row) => sum + row.size, 0),
  };
}

/** A period that is not over yet would pull the average down. */
function averageAt({ rows }: ReportCohorts, column: number): number | null {
  let users = 0;
  let size = 0;
  for (const row of rows) {
    const value = row.values[column];
    if (value === undefined || column === row.incomplete) continue;
    users += value;
    size += row.size;
  }
  return size > 0 ? (users / size) * 100 : null;
}

/** The table of cohorts for a spreadsheet: users, from which every share can be computed again. */
export function prepareCohortCsv(
  cohortRows: CohortRows,
  words: { cohort: string; size: string; column(at: number): string },
): string {
  return writeCsv([
    [words.cohort, words.size, ...Array.from({ length: cohortRows.width }, (_, column) => words.column(column))],
    ...cohortRows.rows.map((row) => [
      row.start.slice(0, 10),
      row.size,
      ...Array.from({ length: cohortRows.width }, (_, column) => row.cells[column]?.users ?? null),
    ]),
  ]);
}
