import type { EventStore, Rollup } from '../../events/store/event-store.ts';
import { bucketSql } from '../query/bucket-sql.ts';
import { cutIntoBuckets } from '../query/buckets.ts';
import { compileFilter, type FilterTerms } from '../query/filter-sql.ts';
import type { Period } from '../query/period.ts';
import { runQuery } from '../query/run-query.ts';
import { type ScopedStatement, scope } from '../query/scope.ts';
import type { AskedReport, ReportQuestion } from './question.ts';
import type { ReportContext } from './report.ts';

export interface ReportDeps {
  store: Pick<EventStore, 'query' | 'rollup'>;
  /** Unix ms. */
  now(): number;
}

/** What a definition gets to answer for a period and the people of a filter. */
export type ContextOf = (about: Period, filter: FilterTerms, named?: readonly string[]) => ReportContext;

/** A palette has ten colours. */
const PALETTE = 10;

/** `rollup` is what is rolled up as the question is asked; `asking` hears of every statement before it is. */
export function contexts(
  deps: ReportDeps,
  question: Pick<ReportQuestion, 'bot' | 'sessionGapMinutes' | 'mostCommands' | 'targets' | 'signal'>,
  asked: AskedReport,
  rollup: Rollup | undefined,
  asking: (statement: ScopedStatement) => void = () => {},
): ContextOf {
  const now = deps.now();
  const tag = `report/${asked.type}/${question.bot}`;
  return (about, filter, named) => {
    const buckets = cutIntoBuckets(about, asked.detail);
    return {
      scope: scope(question.bot, about.start, about.end, compileFilter(filter, about, { ...asked, rollup }), rollup),
      period: about,
      buckets,
      bucket: bucketSql(buckets),
      sessionGapMs: question.sessionGapMinutes * 60_000,
      hiddenCommands: asked.hiddenCommands,
      callbackMaxLength: asked.callbackMaxLength,
      mostCommands: question.mostCommands ?? PALETTE,
      rollup,
      model: asked.model,
      parameter: asked.parameter,
      sourceParameter: asked.sourceParameter,
      measure: asked.measure,
      dimension: asked.dimension,
      targets: question.targets ?? [],
      named,
      now,
      ask: (statement) => {
        asking(statement);
        return runQuery(deps.store, statement, { tag, signal: question.signal });
      },
    };
  };
}
