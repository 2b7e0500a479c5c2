import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Sources, scope } from '../../analytics/query/scope.ts';
import { awayUsersSql } from '../../analytics/query/segments/user-conditions.ts';
import type { EventStore, Rollup } from '../../events/store/event-store.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import { leftWithinMs } from './results.sql.ts';

/** Time before the first delivery over which the usual rate is measured, ms. */
const usualMs = 28 * dayMs;
/** A bot that is younger has no usual rate. */
const fewestMs = 7 * dayMs;

const moment = (name: string): string => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/** Counts how often users left between two moments, and how many were live at both. */
const rateSql =
  (rollup: Rollup | undefined) =>
  (from: Sources): string => {
    const live = (boundary: string): string =>
      `countIf(first_time < ${moment(boundary)}) - (SELECT count() FROM (${awayUsersSql(moment(boundary), rollup)}))`;
    return `
SELECT
  toUnixTimestamp64Milli(min(first_time)) AS oldest,
  ${live('start')} AS live_before,
  ${live('end')} AS live_after,
  (SELECT sum(length(leaving)) FROM ${from.churnEvents}) AS leavings
FROM ${from.allUsers}`;
  };

interface Rate {
  oldest: number;
  live_before: number;
  live_after: number;
  leavings: number;
}

/**
 * Estimates how many of some users usually leave in the three stretches after a delivery: at the rate of the bot's
 * active base in the 28 days before. Null where that is not known. docs/metrics.md, "Campaign results", says why it is
 * not their own rate.
 */
export async function loadUsualLeaving(
  store: Pick<EventStore, 'query' | 'rollup'>,
  { bot, first, users, signal }: { bot: string; first: number; users: number; signal?: AbortSignal | undefined },
): Promise<[number, number, number] | null> {
  const end = Math.floor(first / hourMs) * hourMs;
  const rollup = await loadRollup(store, bot, signal);
  const statement = scope(bot, end - usualMs, end, undefined, rollup).statement(rateSql(rollup));
  const [rate] = await runQuery<Rate>(store, statement, { tag: `campaign/${bot}`, signal });
  if (rate === undefined) return null;
  const span = end - Math.max(end - usualMs, rate.oldest);
  const live = (rate.live_before + rate.live_after) / 2;
  if (span < fewestMs || live <= 0) return null;
  const [one, two, three] = leftWithinMs;
  const expected = (ms: number): number => Math.round(((users * Number(rate.leavings) * ms) / (live * span)) * 10) / 10;
  return [expected(one), expected(two - one), expected(three - two)];
}
