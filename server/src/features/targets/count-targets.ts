import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { conversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import type { CountedTarget } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { dayMs } from '../../platform/time-units.ts';
import { targetCountsSql } from './target-counts.sql.ts';

/** A bot with what it counts as commands. */
export interface CountingBot {
  key: string;
  hiddenCommands: readonly string[];
}

export interface TargetCount {
  target_id: number;
  conversions: number;
  users: number;
  /** Unix ms of the newest one. */
  last_ms: number;
}

/** Counts conversions by target in the last `days` times 24 hours; targets that were not reached have no row. */
export async function countTargets(
  store: Pick<EventStore, 'query'>,
  { key, hiddenCommands }: CountingBot,
  targets: readonly CountedTarget[],
  { days, now }: { days: number; now: number },
): Promise<TargetCount[]> {
  const conversions = conversionsSql(targets, { hiddenCommands });
  const statement = scope(key, now - days * dayMs, now + 1).statement(targetCountsSql(conversions), conversions.params);
  return runQuery<TargetCount>(store, statement, { tag: `targets/${key}` });
}
