import type { Conversion } from '@botscope/contract';
import { compileFilter } from '../../analytics/query/filter-sql.ts';
import { readPeriod } from '../../analytics/query/period.ts';
import { rollupOf } from '../../analytics/query/rollup-of.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Scope, type ScopedStatement, scope } from '../../analytics/query/scope.ts';
import { conversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import { targetNames } from '../../analytics/reports/conversions/target-names.ts';
import { parseAttribution, type ReportQuestion, readFilter } from '../../analytics/reports/question.ts';
import { peopleOnly } from '../../events/rollups/rollup.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { countConversionsSql, pageOfConversionsSql } from './list-conversions.sql.ts';
import { namesOfPeopleSql } from './target-counts.sql.ts';

/** Which conversions: of a period, a filter's people, and one target if asked. */
export interface ConversionsQuestion
  extends Pick<
    ReportQuestion,
    | 'bot'
    | 'period'
    | 'dataSince'
    | 'filter'
    | 'timeZone'
    | 'model'
    | 'sourceParameter'
    | 'hiddenCommands'
    | 'callbackMaxLength'
    | 'signal'
  > {
  targets: NonNullable<ReportQuestion['targets']>;
  target_id?: string | undefined;
}

export interface ConversionsList {
  /** How many there are, refunds included. */
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
  question: ConversionsQuestion,
): Promise<ConversionsList> {
  const { bot, signal } = question;
  const period = readPeriod(question.period, question.timeZone, deps.now(), {
    dataSince: question.dataSince,
  });
  const rollup = peopleOnly(await rollupOf(deps.store, bot, signal));
  const reading = { ...parseAttribution(question), rollup };
  const conversions = conversionsSql(targetsOf(question), reading);
  const filter = compileFilter(readFilter(question.filter), period, reading);
  const asked = scope(bot, period.start, period.end, filter, rollup);
  const ask = <Result extends object>(statement: ScopedStatement): Promise<Result[]> =>
    runQuery<Result>(deps.store, statement, { tag: `conversions/${bot}`, signal });

  return {
    labels: targetNames(question),
    async total() {
      const [count] = await ask<{ conversions: number }>(
        asked.statement(countConversionsSql(conversions), conversions.params),
      );
      return count?.conversions ?? 0;
    },
    async page(offset, limit) {
      // A source is that of the conversion's own moment, so how far the launches are read does not matter beyond it.
      const attribution = {
        model: reading.model,
        value: 'source',
        until: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
        rollup,
      };
      const rows = await ask<Row>(
        asked.statement(pageOfConversionsSql(conversions, attribution), { ...conversions.params, offset, limit }),
      );
      const nameOf = await namesOf(asked, ask, rows);
      return rows.map(({ at_ms, ...row }) => ({
        at: new Date(at_ms).toISOString(),
        ...row,
        ...(nameOf.get(row.user_id) ?? { first_name: '', username: '' }),
      }));
    },
  };
}

function targetsOf({ targets, target_id }: ConversionsQuestion) {
  if (target_id === undefined) return targets;
  const own = targets.filter(({ id }) => String(id) === target_id);
  if (own.length === 0) throw new AppError('NotFound', { field: 'target_id' });
  return own;
}

async function namesOf(
  asked: Scope,
  ask: <Result extends object>(statement: ScopedStatement) => Promise<Result[]>,
  rows: readonly Row[],
): Promise<Map<number, { first_name: string; username: string }>> {
  const users = [...new Set(rows.map(({ user_id }) => user_id))];
  if (users.length === 0) return new Map();
  const names = await ask<{ user_id: number; first_name: string; username: string }>(
    asked.statement(namesOfPeopleSql, { users }),
  );
  return new Map(names.map(({ user_id, ...name }) => [user_id, name]));
}
