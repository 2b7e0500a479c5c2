import { comparisons, type Detail, details, sourceDeterminations } from '@botscope/contract';
import { detailFor, isPeriod, usualPeriod } from '../period/period.ts';

export type Comparison = (typeof comparisons)[number];
export type Model = (typeof sourceDeterminations)[number];

/** Parameters that Home and the reports share. They travel between them in the address. */
export interface CommonView {
  period: string;
  detail: Detail;
  /** False where the address leaves the detail to the period. */
  choseDetail: boolean;
  compare: Comparison | null;
  /** The other period of a custom comparison, in the words of `period`; '' without one. */
  comparePeriod: string;
  /** Text of the contract's filter language, as it stands in the address, readable or not; '' = everyone. */
  filter: string;
  /** Null for the bot's own. */
  model: Model | null;
}

/**
 * Parses the common part of an address. What it does not say, or says wrongly, gets its usual value; `details` is the menu's
 * word for `detail`. `usual` is the detail of a report that is read best by it.
 */
export function parseCommonView(search: Readonly<Record<string, unknown>>, usual: Detail | null = null): CommonView {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '');
  const requested = text('detail') || text('details');
  const requestedDetail = details.find((detail) => detail === requested) ?? usual;
  const period = isPeriod(text('period')) ? text('period') : usualPeriod(requestedDetail);
  const comparePeriod = text('compare') === 'custom' && isPeriod(text('compare_period')) ? text('compare_period') : '';
  const compare = comparisons.find((comparison) => comparison === text('compare')) ?? null;
  return {
    period,
    detail: detailFor(period, requestedDetail),
    choseDetail: requestedDetail !== null,
    compare: compare === 'custom' && comparePeriod === '' ? null : compare,
    comparePeriod,
    filter: text('filter'),
    model: sourceDeterminations.find((model) => model === text('model')) ?? null,
  };
}

/** Launch sources are decided by a model. */
export const usesSource = (filter: string): boolean => /(^|[|;])(source|param\.[^:]*):/.test(filter);

/** The common part of a report's question; without `timed` it has no detail. A comparison is always requested for: headlines show the change. */
export function commonQuestion(view: CommonView, timed: boolean) {
  const { period, detail, choseDetail, compare, comparePeriod, filter, model } = view;
  return {
    period,
    // Only the server knows how long all time is.
    ...(timed && (choseDetail || period !== 'all') ? { detail } : {}),
    compare: compare ?? 'previous',
    ...(compare === 'custom' ? { compare_period: comparePeriod } : {}),
    ...(filter ? { filter } : {}),
    ...(model && usesSource(filter) ? { model } : {}),
  };
}
