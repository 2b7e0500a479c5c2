import type { Detail } from '@botscope/contract';
import { bucketSql } from '../../query/bucket-sql.ts';
import { type Buckets, cutIntoBuckets } from '../../query/buckets.ts';
import { endLater } from '../../query/period.ts';
import type { CohortReport, ReportContext } from '../report.ts';
import { cohortSizesSql, newPeopleSql, retainedPeopleSql, retentionSql } from './retention.sql.ts';

/** Number of periods for which users are followed, the first included, and their most days: 1, 6 and 24 months. */
const limits: Record<Exclude<Detail, 'hour'>, { periods: number; days: number }> = {
  day: { periods: 31, days: 31 },
  week: { periods: 27, days: 27 * 7 },
  month: { periods: 25, days: 25 * 31 },
};

/**
 * People who were new in the same day, week or month of the period, and how many of them acted in each that followed, up
 * to now. By the hour it would say nothing: then by day. What follows are whole calendar periods, also beyond the
 * report's own; but a group is only of people new within it.
 */
export const retention: CohortReport = {
  async cohorts(context) {
    const { scope, buckets, now, ask } = context;
    const { grid, followed, params, mostPeriods } = buildGrid(context);
    const [sizes, cells] = await Promise.all([
      ask<{ cohort: number; size: number }>(scope.statement(cohortSizesSql(followed.sql), params)),
      ask<{ cohort: number; step: number; users: number }>(
        scope.statement(retentionSql(followed), { ...params, most: mostPeriods }),
      ),
    ]);
    const presentIndex = grid.starts.findLastIndex((start) => start <= now);
    const groups = grid.starts.filter((start) => start < buckets.end).length;
    return {
      rows: Array.from({ length: groups }, (_, index) => {
        const values = new Array<number>(Math.max(0, Math.min(mostPeriods, presentIndex + 1 - index))).fill(0);
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
  people(context, { position, column }) {
    const { grid, followed, params } = buildGrid(context);
    const { start, end } = context.scope;
    const cohort = position === undefined ? start : grid.starts[position];
    if (cohort === undefined || cohort >= end) return null;
    const next = position === undefined ? end : (grid.starts[position + 1] ?? end);
    const stretch = { start: cohort, end: Math.min(next, end) };
    if (column === undefined) return { sql: newPeopleSql, within: stretch };
    if (!/^\d{1,2}$/.test(column)) return null;
    return { sql: retainedPeopleSql(followed), params: { ...params, step: Number(column) }, within: stretch };
  },
};

/** The periods of the report and those after it in which people are followed, up to the present one. */
function buildGrid({ period, buckets, now }: ReportContext) {
  const detail = buckets.detail === 'hour' ? 'day' : buckets.detail;
  const { periods: mostPeriods, days } = limits[detail];
  const grid: Buckets = cutIntoBuckets(endLater(period, days), detail);
  const sql = bucketSql(grid);
  const horizon = Math.min(grid.end, Math.max(period.start, now + 1));
  const length = Math.max(1, grid.starts.filter((start) => start < horizon).length);
  return { grid, followed: { sql, length }, mostPeriods, params: { ...sql.params, horizon } };
}
