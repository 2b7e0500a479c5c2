import type { EventStore, Rollup } from '../../events/store/event-store.ts';
import { bucketSql } from '../query/bucket-sql.ts';
import { cutIntoBuckets } from '../query/buckets.ts';
import { compileFilter, type FilterTerms } from '../query/filter-sql.ts';
import type { Period } from '../query/period.ts';
import { runQuery } from '../query/run-query.ts';
import { type ScopedStatement, scope } from '../query/scope.ts';
import { segmentContext } from '../query/segments/segment-context.ts';
import type { ReportContext, ReportQuery } from './report.ts';

export interface ReportDeps {
  store: Pick<EventStore, 'query' | 'rollup'>;
  /** Unix ms. */
  now(): number;
}

/** The context of a query for a period and the users of a filter. */
export type ContextOf = (about: Period, filter: FilterTerms, named?: readonly string[]) => ReportContext;

/** `rollup` is what is rolled up when the query begins; `onStatement` receives every statement before it runs. */
export function contexts(
  deps: ReportDeps,
  { definition: _, comparison: _compared, filter: _filter, explain: _explain, signal, ...query }: ReportQuery,
  rollup: Rollup | undefined,
  onStatement: (statement: ScopedStatement) => void = () => {},
): ContextOf {
  const now = deps.now();
  const tag = `report/${query.type}/${query.bot}`;
  return (targetPeriod, filter, lineNames) => {
    const buckets = cutIntoBuckets(targetPeriod, query.detail);
    return {
      ...query,
      scope: scope(
        query.bot,
        targetPeriod.start,
        targetPeriod.end,
        compileFilter(filter, targetPeriod, { ...query, rollup }, () => segmentContext(query, rollup, now)),
        rollup,
      ),
      period: targetPeriod,
      buckets,
      bucket: bucketSql(buckets),
      isFiltered: filter.some((group) => group.length > 0),
      rollup,
      named: lineNames,
      now,
      ask: (statement) => {
        onStatement(statement);
        return runQuery(deps.store, statement, { tag, signal });
      },
    };
  };
}
