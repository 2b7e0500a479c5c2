import { unrolledActions } from '../../events/rollups/read/rolled-actions.sql.ts';
import { type Rollup, rolledRows, usableRollup } from '../../events/rollups/rollup.ts';
import type { Parameter } from '../../events/store/event-store.ts';
import type { FilterSql } from '../query/filter-sql.ts';
import { type Sources, scope } from '../query/scope.ts';
import { conversionsSql } from '../reports/conversions/conversions.sql.ts';
import type { ReportSettings } from '../reports/report.ts';

/** A subquery of a larger statement: names of its parameters begin with `life_`, so that both may have a `start`. */
export interface LifetimeSql {
  sql: string;
  params: Record<string, Parameter>;
}

/** Scope of a statement: users, its end, and the roll-up that may be read in place of events. */
export interface Lifetime {
  settings: ReportSettings;
  /** Unix ms, exclusive. */
  asOf: number;
  rollup: Rollup | undefined;
  /** A condition on `user_id`; everyone unless given. Its parameters are the statement's. */
  users?: string;
}

/** Rows (user_id, value): how many actions a user has made. */
export function actionsSql({ asOf, rollup: rolled, users = 'true' }: Lifetime): LifetimeSql {
  const end = "fromUnixTimestamp64Milli({life_end:Int64}, 'UTC')";
  const rollup = usableRollup(rolled);
  const rows =
    rollup === undefined
      ? [
          `SELECT user_id, toUInt64(1) AS actions FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND ${users}
    WHERE bot = {bot:String} AND time < ${end}`,
        ]
      : [
          `SELECT user_id, toUInt64(actions) AS actions FROM activity_runs
    WHERE ${rolledRows(rollup)} AND actions > 0 AND time < ${end} AND ${users}`,
          ...unrolledActions(
            { rollup, end: asOf, selected: users },
            'user_id, toUInt64(1) AS actions',
            `time < ${end}`,
          ),
        ];
  return {
    sql: `SELECT user_id, toInt64(sum(actions)) AS value FROM (
    ${rows.join('\n    UNION ALL')}
    )
    GROUP BY user_id`,
    params: { life_end: asOf },
  };
}

/** Rows (user_id, value): how many sessions. */
export function sessionsSql(lifetime: Lifetime): LifetimeSql {
  const gap = lifetime.settings.sessionGapMinutes;
  return ofWholeLife(
    lifetime,
    (from) => `SELECT user_id, toInt64(count()) AS value FROM ${from.sessions} GROUP BY user_id`,
    { session_gap: gap * 60_000, session_gap_minutes: gap },
  );
}

/**
 * Rows (user_id, currency, value): what the conversions of all targets were worth, less refunds, in the smallest unit.
 * Targets without a value are not looked for.
 */
export function incomeSql(lifetime: Lifetime): LifetimeSql {
  const targets = lifetime.settings.targets.filter(({ value }) => value.kind === 'event' || value.kind === 'fixed');
  const conversions = conversionsSql(targets, lifetime.settings);
  return ofWholeLife(
    lifetime,
    (from) => `SELECT user_id, currency, toInt64(ifNull(sum(amount), 0)) AS value FROM ${conversions.sql(from)}
    WHERE currency != '' GROUP BY user_id, currency`,
    conversions.params,
  );
}

function ofWholeLife(
  { settings, asOf, rollup, users }: Lifetime,
  write: (from: Sources) => string,
  extraParams: Readonly<Record<string, Parameter>>,
): LifetimeSql {
  const filter: FilterSql | undefined =
    users === undefined ? undefined : { ofUsersRow: users, ofUser: users, ofAction: users, params: {}, isOfFew: true };
  const { sql } = scope(settings.bot, 0, asOf, filter, rollup).statement(write, extraParams);
  const names: Record<string, Parameter> = { ...extraParams, start: 0, end: asOf };
  return {
    sql: sql.replace(/\{(\w+):/g, (text, name: string) => (Object.hasOwn(names, name) ? `{life_${name}:` : text)),
    params: Object.fromEntries(Object.entries(names).map(([name, value]) => [`life_${name}`, value])),
  };
}
