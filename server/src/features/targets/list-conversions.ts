import type { Conversion } from '@botscope/contract';
import type { Attribution } from '../../analytics/query/attribution.sql.ts';
import { compileFilter } from '../../analytics/query/filter-sql.ts';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { parsePeriod } from '../../analytics/query/period.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Scope, type ScopedStatement, type Sources, scope } from '../../analytics/query/scope.ts';
import { segmentContext } from '../../analytics/query/segments/segment-context.ts';
import { type ConversionsSql, conversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import { targetNames } from '../../analytics/reports/conversions/target-names.ts';
import type { CountedTarget, ReportSettings } from '../../analytics/reports/report.ts';
import { parseFilterText, parseModel } from '../../analytics/reports/report-query.ts';
import { usersOnly } from '../../events/rollups/rollup.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { namesOfUsersSql } from './target-counts.sql.ts';

const countConversionsSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT count() AS conversions
FROM ${conversions.sql(from)}`;

/** Some conversions, the newest first, with the sources that get them: only theirs are looked up. */
const pageOfConversionsSql = (conversions: ConversionsSql, attribution: Attribution) => (from: Sources) => {
  const page = `(
  SELECT *
  FROM ${conversions.sql(from)}
  ORDER BY time DESC, id DESC, target_id
  LIMIT {offset:UInt32}, {limit:UInt32}
)`;
  return `
SELECT user_id, target_id, toUnixTimestamp64Milli(time) AS at_ms, amount, currency, value AS source
FROM (
${from.attributedConversions(attribution, page)}
)
ORDER BY time DESC, id DESC, target_id`;
};

/** Selection of conversions: by a period, the users of a filter, and one target if given. */
export interface ConversionsWords {
  period: string;
  filter?: string | undefined;
  model?: string | undefined;
  target_id?: string | undefined;
  /** False: names of users are ''. */
  withNames: boolean;
}

export interface ConversionsList {
  /** Counts them, refunds included. */
  total(): Promise<number>;
  /** The newest first. */
  page(offset: number, limit: number): Promise<Conversion[]>;
  /** Names of the targets by id. */
  labels: Record<string, string>;
}

interface Row extends Pick<Conversion, 'user_id' | 'target_id' | 'amount' | 'currency' | 'source'> {
  at_ms: number;
}

/** Throws AppError: InvalidPeriod, PeriodTooLong, InvalidFilter, InvalidModel, NotFound for an unknown target. */
export async function listConversions(
  deps: { store: Pick<EventStore, 'query' | 'rollup'>; now(): number },
  words: ConversionsWords,
  settings: ReportSettings,
  signal?: AbortSignal,
): Promise<ConversionsList> {
  const { bot, timeZone, dataSince } = settings;
  const period = parsePeriod(words.period, timeZone, deps.now(), { dataSince });
  const rollup = usersOnly(await loadRollup(deps.store, bot, signal));
  const model = parseModel(words.model ?? settings.model);
  const targets = selectTargets(settings.targets, words.target_id);
  const conversions = conversionsSql(targets, settings);
  const filter = compileFilter(parseFilterText(words.filter), period, { ...settings, model, rollup }, () =>
    segmentContext({ ...settings, model }, rollup, deps.now()),
  );
  const conversionScope = scope(bot, period.start, period.end, filter, rollup);
  const ask = <Result extends object>(statement: ScopedStatement): Promise<Result[]> =>
    runQuery<Result>(deps.store, statement, { tag: `conversions/${bot}`, signal });

  return {
    labels: targetNames(settings),
    async total() {
      const [count] = await ask<{ conversions: number }>(
        conversionScope.statement(countConversionsSql(conversions), conversions.params),
      );
      return count?.conversions ?? 0;
    },
    async page(offset, limit) {
      // A source is that of the conversion's own moment, so how far the launches are read does not matter beyond it.
      const attribution = {
        model,
        value: 'source',
        until: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
        rollup,
      };
      const rows = await ask<Row>(
        conversionScope.statement(pageOfConversionsSql(conversions, attribution), {
          ...conversions.params,
          offset,
          limit,
        }),
      );
      const namesById = words.withNames ? await loadNames(conversionScope, ask, rows) : new Map<number, NamedUser>();
      return rows.map(({ at_ms, ...row }) => ({
        at: new Date(at_ms).toISOString(),
        ...row,
        ...(namesById.get(row.user_id) ?? { first_name: '', username: '' }),
      }));
    },
  };
}

function selectTargets(targets: readonly CountedTarget[], id: string | undefined): readonly CountedTarget[] {
  if (id === undefined) return targets;
  const matchingTargets = targets.filter((target) => String(target.id) === id);
  if (matchingTargets.length === 0) throw new AppError('NotFound', { field: 'target_id' });
  return matchingTargets;
}

interface NamedUser {
  first_name: string;
  username: string;
}

async function loadNames(
  conversionScope: Scope,
  ask: <Result extends object>(statement: ScopedStatement) => Promise<Result[]>,
  rows: readonly Row[],
): Promise<Map<number, NamedUser>> {
  const users = [...new Set(rows.map(({ user_id }) => user_id))];
  if (users.length === 0) return new Map();
  const names = await ask<NamedUser & { user_id: number }>(conversionScope.statement(namesOfUsersSql, { users }));
  return new Map(names.map(({ user_id, ...name }) => [user_id, name]));
}
