import type { Detail } from '@botscope/contract';
import { type BucketSql, bucketSql } from '../../query/bucket-sql.ts';
import { type Buckets, cutIntoBuckets } from '../../query/buckets.ts';
import { endLater } from '../../query/period.ts';
import type { Sources } from '../../query/scope.ts';
import type { CohortReport, ReportContext } from '../report.ts';
import { userBuckets } from '../user-buckets.sql.ts';

const start = "fromUnixTimestamp64Milli({start:Int64}, 'UTC')";
const end = "fromUnixTimestamp64Milli({end:Int64}, 'UTC')";
const horizon = "fromUnixTimestamp64Milli({horizon:Int64}, 'UTC')";

const newUsers = (from: Sources): string => `${from.users} AND first_time >= ${start} AND first_time < ${end}`;

/** Counts the users who were new in each period of the grid. */
const cohortSizesSql = (grid: BucketSql) => (from: Sources) =>
  `
SELECT ${grid.of('toUnixTimestamp(first_time)')} AS cohort, count() AS size
FROM ${newUsers(from)}
GROUP BY cohort`;

/** The grid: `length` periods that lie side by side. */
interface Grid {
  sql: BucketSql;
  length: number;
}

/** Users who were new in the statement's period and acted: `periods` are those they acted in, `cohort` their first. */
function followed({ sql, length }: Grid, from: Sources) {
  // Everyone's activity: looking actions up among new users first is slower (90 days of 10 M events: 242 ms, not 176).
  const acting = userBuckets(from.activityDuring(start, horizon), sql, length);
  return {
    periods: acting.numbers,
    rows: `(${acting.sql}
  ) AS acting
  INNER JOIN (
    SELECT user_id, ${sql.of('toUnixTimestamp(first_time)')} AS cohort
    FROM ${newUsers(from)}
  ) AS newcomer USING user_id`,
  };
}

/** Users of a cohort who acted in the period that lies `step` periods after their first. */
const retentionSql = (grid: Grid) => (from: Sources) => {
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
const retainedUsersSql = (grid: Grid) => (from: Sources) => {
  const { periods, rows } = followed(grid, from);
  return `
  SELECT user_id FROM ${rows}
  WHERE has(${periods}, toUInt16(cohort + {step:UInt16}))`;
};

const newUserIdsSql = (from: Sources) => `
  SELECT user_id FROM ${newUsers(from)}`;

/** Number of periods for which users are followed, the first included, and their most days: 1, 6 and 24 months. */
const limits: Record<Exclude<Detail, 'hour'>, { periods: number; days: number }> = {
  day: { periods: 31, days: 31 },
  week: { periods: 27, days: 27 * 7 },
  month: { periods: 25, days: 25 * 31 },
};

/**
 * Users who were new in the same day, week or month of the period, and how many of them acted in each that followed, up
 * to now. By the hour it would say nothing: then by day. What follows are whole calendar periods, also beyond the
 * report's own; but a group is only of users new within it.
 */
export const retention: CohortReport = {
  async cohorts(context) {
    const { scope, buckets, now, ask } = context;
    const { grid, followed, params, maxPeriods } = buildGrid(context);
    const [sizes, cells] = await Promise.all([
      ask<{ cohort: number; size: number }>(scope.statement(cohortSizesSql(followed.sql), params)),
      ask<{ cohort: number; step: number; users: number }>(
        scope.statement(retentionSql(followed), { ...params, most: maxPeriods }),
      ),
    ]);
    const presentIndex = grid.starts.findLastIndex((start) => start <= now);
    const groups = grid.starts.filter((start) => start < buckets.end).length;
    return {
      rows: Array.from({ length: groups }, (_, index) => {
        const values = new Array<number>(Math.max(0, Math.min(maxPeriods, presentIndex + 1 - index))).fill(0);
        for (const { cohort, step, users } of cells) {
          if (cohort === index + 1 && step < values.length) values[step] = users;
        }
        const step = presentIndex - index;
        return {
          start: grid.labels[index] ?? '',
          size: sizes.find(({ cohort }) => cohort === index + 1)?.size ?? 0,
          values,
          incomplete: now < grid.end && step >= 0 && step < values.length ? step : null,
        };
      }),
    };
  },
  users(context, { position, column }) {
    const { grid, followed, params } = buildGrid(context);
    const { start, end } = context.scope;
    const cohort = position === undefined ? start : grid.starts[position];
    if (cohort === undefined || cohort >= end) return null;
    const next = position === undefined ? end : (grid.starts[position + 1] ?? end);
    const stretch = { start: cohort, end: Math.min(next, end) };
    if (column === undefined) return { sql: newUserIdsSql, within: stretch };
    if (!/^\d{1,2}$/.test(column)) return null;
    return { sql: retainedUsersSql(followed), params: { ...params, step: Number(column) }, within: stretch };
  },
};

/** The periods of the report and those after it in which users are followed, up to the present one. */
function buildGrid({ period, buckets, now }: ReportContext) {
  const detail = buckets.detail === 'hour' ? 'day' : buckets.detail;
  const { periods: maxPeriods, days } = limits[detail];
  const grid: Buckets = cutIntoBuckets(endLater(period, days), detail);
  const sql = bucketSql(grid);
  const horizon = Math.min(grid.end, Math.max(period.start, now + 1));
  const length = Math.max(1, grid.starts.filter((start) => start < horizon).length);
  return { grid, followed: { sql, length }, maxPeriods, params: { ...sql.params, horizon } };
}
