import type { SegmentGroup } from '@botscope/contract';
import { dayStart, localDay, shiftDays } from '../query/period.ts';
import { runQuery } from '../query/run-query.ts';
import { scope } from '../query/scope.ts';
import type { SegmentContext } from '../query/segments/segment-context.ts';
import { compileSegment } from '../query/segments/segment-sql.ts';
import type { ReportDeps } from '../reports/context.ts';
import type { ReportSettings } from '../reports/report.ts';

interface SizeQuery {
  settings: ReportSettings;
  context: SegmentContext;
  signal?: AbortSignal | undefined;
}

/** The last year by weeks, and today: a statement each, so their number is bounded. */
const weeks = 52;
const daysOfStep = 14;

/**
 * Counts the users of a segment at the end of every second week of the last year, and now. Each point is computed from
 * what had happened until then; profiles, fields and lists are as they are now.
 */
export async function readSegmentHistory(
  deps: Pick<ReportDeps, 'store'>,
  rules: SegmentGroup,
  { settings, context, signal }: SizeQuery,
): Promise<{ day: string; count: number }[]> {
  const today = localDay(context.asOf - 1, settings.timeZone);
  const days = Array.from({ length: (weeks * 7) / daysOfStep + 1 }, (_, index) =>
    shiftDays(today, -daysOfStep * ((weeks * 7) / daysOfStep - index)),
  ).filter((day) => settings.dataSince === null || day >= settings.dataSince || day === today);
  const points: { day: string; count: number }[] = [];
  for (const day of days) {
    const isNow = day === today;
    const asOf = isNow ? context.asOf : dayStart(shiftDays(day, 1), settings.timeZone);
    const segment = compileSegment(rules, { ...context, asOf, isNow }, 'segment');
    const statement = scope(settings.bot, asOf, asOf, undefined, context.reading.rollup).statement(
      (from) => `
SELECT count() AS count
FROM ${from.allUsers} AND users.first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND (${segment.ofUsersRow})`,
      segment.params,
    );
    const [row] = await runQuery<{ count: number }>(deps.store, statement, {
      tag: `segment/${settings.bot}`,
      signal,
    });
    points.push({ day, count: row?.count ?? 0 });
  }
  return points;
}

/** Counts the users of two segments, each and in common. */
export async function countOverlap(
  deps: Pick<ReportDeps, 'store'>,
  [one, other]: readonly [number, number],
  { settings, context, signal }: SizeQuery,
): Promise<{ one: number; other: number; both: number }> {
  const compileById = (id: number, prefix: string) =>
    compileSegment({ match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] }, context, prefix);
  const [first, second] = [compileById(one, 'one'), compileById(other, 'other')];
  const statement = scope(settings.bot, context.asOf, context.asOf, undefined, context.reading.rollup).statement(
    (from) => `
SELECT countIf(in_one) AS one, countIf(in_other) AS other, countIf(in_one AND in_other) AS both
FROM (
  SELECT (${first.ofUsersRow}) AS in_one, (${second.ofUsersRow}) AS in_other
  FROM ${from.allUsers}
)`,
    { ...first.params, ...second.params },
  );
  const [row] = await runQuery<{ one: number; other: number; both: number }>(deps.store, statement, {
    tag: `segment/${settings.bot}`,
    signal,
  });
  return row ?? { one: 0, other: 0, both: 0 };
}
