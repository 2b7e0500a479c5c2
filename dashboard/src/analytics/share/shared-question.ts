import { type ReportType, type SharedQuery, writeLines } from '@botscope/contract';
import { buildQuestion } from '../question/report-query.ts';
import type { ReportView } from '../question/report-search.ts';

/** Returns the page of a report as a link stores it: the query, and how its answer is drawn. Users are never in it. */
export function sharedQuestion(type: ReportType, view: ReportView): SharedQuery {
  const { compare: _, compare_period: __, ...question } = buildQuestion(type, view);
  const lines = writeLines(view.lines);
  return {
    ...question,
    // Only where it is drawn: the headline's change is there in any case.
    ...(view.compare === null ? {} : { compare: view.compare }),
    ...(view.compare === 'custom' ? { compare_period: view.comparePeriod } : {}),
    ...(lines === undefined ? {} : { lines }),
    ...(view.view === null ? {} : { view: view.view }),
    ...(view.sort === '' ? {} : { sort: view.sort }),
  };
}
