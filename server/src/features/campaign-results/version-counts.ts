import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Scope, scope } from '../../analytics/query/scope.ts';
import { conversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import type { CountedTarget } from '../../analytics/reports/report.ts';
import type { EventStore, Parameter } from '../../events/store/event-store.ts';
import { hourMs } from '../../platform/time-units.ts';
import type { ScoresOf } from '../campaign-engine/campaign-engine.ts';
import { reachedBy, replies } from './outcome-windows.sql.ts';
import { deliverySpanSql } from './results.sql.ts';
import { leftByVersionSql, pressedByVersionSql, reachedByVersionSql, turnsSql } from './version-counts.sql.ts';

interface CountsRequest {
  bot: string;
  campaignId: number;
  targets: readonly CountedTarget[];
  hiddenCommands: readonly string[];
  /** Time for which each recipient is followed from their own delivery on, ms. */
  window: number;
  signal?: AbortSignal | undefined;
}

interface Version {
  of: 'variant' | 'language';
  variant: number;
  language: string;
}
type Turns = Version & { delivered: number; not_delivered: number };
type Users = Version & { users: number };
type Reached = Users & { is_target: boolean | number; target_id: number; payers: number };

/** Actions of the recipients of each version. `key` is `variant 1` or `language ru`. */
export interface VersionCounts extends Version {
  delivered: number;
  not_delivered: number;
  pressed: number;
  replied: number;
  left: number;
  payers: number;
  /** Users by target. */
  targets: ReadonlyMap<number, number>;
}

export type CountOf = 'pressed' | 'left' | 'reached';

/** Counts of a campaign by variant and by language: docs/metrics.md, "Variants of a message". */
export function createVersionCounts(deps: { store: Pick<EventStore, 'query' | 'rollup'> }) {
  const { store } = deps;

  return async (
    request: CountsRequest,
    countKinds: readonly CountOf[] = ['pressed', 'left', 'reached'],
  ): Promise<VersionCounts[]> => {
    const { bot, campaignId, targets, window, signal } = request;
    const ask = <Row extends object>(
      period: Scope,
      sql: Parameters<Scope['statement']>[0],
      params: Readonly<Record<string, Parameter>> = {},
    ): Promise<Row[]> =>
      runQuery<Row>(store, period.statement(sql, { campaign: campaignId, window, ...params }), {
        tag: `campaign/${bot}`,
        signal,
      });
    const [turns, [span]] = await Promise.all([
      ask<Turns>(scope(bot, 0, 1), turnsSql),
      ask<{ first: number; last: number; users: number }>(scope(bot, 0, 1), deliverySpanSql),
    ]);
    const nobody: Users[] = [];
    let [pressed, leftUsers, reached]: [Users[], Users[], Reached[]] = [nobody, nobody, []];
    if (span !== undefined && span.users > 0) {
      // Rollups are exact to a quarter of an hour, so bounds at whole hours are exact, too.
      const begin = Math.floor(span.first / hourMs) * hourMs;
      const end = Math.ceil((span.last + window) / hourMs) * hourMs;
      const rollup = await loadRollup(store, bot, signal);
      const period = scope(bot, begin, end, undefined, rollup);
      const conversions = conversionsSql(targets, request);
      [pressed, leftUsers, reached] = await Promise.all([
        countKinds.includes('pressed') ? ask<Users>(period, pressedByVersionSql) : nobody,
        countKinds.includes('left') ? ask<Users>(period, leftByVersionSql) : nobody,
        countKinds.includes('reached')
          ? ask<Reached>(
              scope(bot, begin, end, reachedBy(campaignId), rollup),
              reachedByVersionSql(conversions),
              conversions.params,
            )
          : [],
      ]);
    }
    return turns.map((turn) => {
      const isSame = (row: Version): boolean =>
        row.of === turn.of && row.variant === turn.variant && row.language === turn.language;
      const countUsers = (rows: readonly Users[]): number => rows.find(isSame)?.users ?? 0;
      const reachedRows = reached.filter(isSame);
      const byTarget = new Map(
        reachedRows.flatMap((row) => (row.is_target ? [[Number(row.target_id), row.users] as const] : [])),
      );
      return {
        ...turn,
        pressed: countUsers(pressed),
        left: countUsers(leftUsers),
        replied: byTarget.get(replies) ?? 0,
        payers: reachedRows.find((row) => !row.is_target)?.payers ?? 0,
        targets: byTarget,
      };
    });
  };
}
export type LoadVersionCounts = ReturnType<typeof createVersionCounts>;

/** Loads the scores that decide the winner of a test. */
export function createScoreLoader(deps: {
  counts: LoadVersionCounts;
  settingsOf: (bot: string) => Promise<Pick<CountsRequest, 'targets' | 'hiddenCommands'>>;
}): ScoresOf {
  return async ({ bot, campaignId, variants, rule, hours }) => {
    const { targets, hiddenCommands } = await deps.settingsOf(bot);
    const ruleTargets = rule.by === 'target' ? targets.filter(({ id }) => id === rule.target_id) : [];
    const countKind = rule.by === 'target' || rule.by === 'replied' ? 'reached' : rule.by;
    const versionCounts = await deps.counts(
      { bot, campaignId, targets: ruleTargets, hiddenCommands, window: hours * hourMs },
      [countKind],
    );
    return Array.from({ length: variants }, (_, index) => {
      const row = versionCounts.find(({ of, variant }) => of === 'variant' && variant === index);
      const users = rule.by === 'target' ? row?.targets.get(rule.target_id) : row?.[rule.by];
      return { delivered: row?.delivered ?? 0, users: users ?? 0 };
    });
  };
}
