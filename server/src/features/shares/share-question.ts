import {
  keyNumbers,
  keyNumbersType,
  type periodPresets,
  type ReportType,
  reportTypes,
  type SharedQuery,
  type SharedType,
} from '@botscope/contract';
import type { ReportWords } from '../../analytics/reports/report.ts';

type Preset = (typeof periodPresets)[number];

/** Periods of links that name none. */
const usualPeriod: Preset = '30d';

/** The reports that a link is about. */
export const reportsOf = (type: SharedType): readonly ReportType[] => (type === keyNumbersType ? keyNumbers : [type]);

/** The address of one report of a link: its maker's choices, and the reader's period where readers may choose it. */
export function buildWords(type: ReportType, query: SharedQuery, preset?: Preset): ReportWords {
  const period = preset ?? query.period ?? usualPeriod;
  const { shape, axis } = reportTypes[type];
  // A detail that suits the maker's period would make thousands of points, or one, of another. Cohorts are read by theirs.
  const keepsDetail = period === query.period || shape === 'cohorts';
  // Requested also where no comparison is drawn: the headline shows the change.
  const compares = shape !== 'cohorts' && axis === 'time';
  return {
    period,
    detail: keepsDetail ? query.detail : undefined,
    compare: compares ? (query.compare ?? 'previous') : undefined,
    compare_period: query.compare_period,
    filter: query.filter,
    by: query.by,
    model: query.model,
    parameter: query.parameter,
    measure: query.measure,
  };
}

/** Reduces a query of the key numbers to what Home asks: its cards have no lines to choose, breakdown or order. */
export function reduceQuery(type: SharedType, query: SharedQuery): SharedQuery {
  if (type !== keyNumbersType) return query;
  const { period, detail, compare, compare_period, filter, model } = query;
  return { period, detail, compare, compare_period, filter, model };
}
