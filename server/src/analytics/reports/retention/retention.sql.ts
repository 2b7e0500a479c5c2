import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { personBuckets } from '../person-buckets.sql.ts';

const start = "fromUnixTimestamp64Milli({start:Int64}, 'UTC')";
const end = "fromUnixTimestamp64Milli({end:Int64}, 'UTC')";
const horizon = "fromUnixTimestamp64Milli({horizon:Int64}, 'UTC')";

const newPeople = (from: Sources): string => `${from.people} AND first_time >= ${start} AND first_time < ${end}`;

/** Counts the users who were new in each period of the grid. */
export const cohortSizesSql = (grid: BucketSql) => (from: Sources) =>
  `
SELECT ${grid.of('toUnixTimestamp(first_time)')} AS cohort, count() AS size
FROM ${newPeople(from)}
GROUP BY cohort`;

/** The grid: `length` periods that lie side by side. */
export interface Grid {
  sql: BucketSql;
  length: number;
}

/** Users who were new in the statement's period and acted: `periods` are those they acted in, `cohort` their first. */
function followed({ sql, length }: Grid, from: Sources) {
  // Everyone's activity: looking actions up among new users first is slower (90 days of 10 M events: 242 ms, not 176).
  const acting = personBuckets(from.activityDuring(start, horizon), sql, length);
  return {
    periods: acting.numbers,
    rows: `(${acting.sql}
  ) AS acting
  INNER JOIN (
    SELECT user_id, ${sql.of('toUnixTimestamp(first_time)')} AS cohort
    FROM ${newPeople(from)}
  ) AS newcomer USING user_id`,
  };
}

/** People of a cohort who acted in the period that lies `step` periods after their first. */
export const retentionSql = (grid: Grid) => (from: Sources) => {
  const { periods, rows } = followed(grid, from);
  return `
SELECT cohort, step, count() AS users
FROM (
  SELECT cohort, arrayJoin(${periods}) - cohort AS step
  FROM ${rows}
)
WHERE step < {most:UInt16}
GROUP BY cohort, step`;
};

/** Users of one cell, or of a column: `step` periods after their first. */
export const retainedPeopleSql = (grid: Grid) => (from: Sources) => {
  const { periods, rows } = followed(grid, from);
  return `
  SELECT user_id FROM ${rows}
  WHERE has(${periods}, toUInt16(cohort + {step:UInt16}))`;
};

export const newPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${newPeople(from)}`;
