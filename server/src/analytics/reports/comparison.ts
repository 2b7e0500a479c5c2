import { comparisons } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { asFarAs, type Period, parsePeriod, previousPeriod, yearEarlier } from '../query/period.ts';
import type { ReportSettings, ReportWords } from './report.ts';

/**
 * The period that a report is compared with; undefined without a comparison. A custom period is cut like the others only if
 * it has as many days: 30 named days beside the last 7 mean all 30.
 * Throws InvalidCompare, InvalidPeriod, PeriodTooLong.
 */
export function parseComparison(
  { compare, compare_period: text = '' }: Pick<ReportWords, 'compare' | 'compare_period'>,
  { timeZone, dataSince }: Pick<ReportSettings, 'timeZone' | 'dataSince'>,
  period: Period,
  now: number,
): Period | undefined {
  if (compare === undefined) return undefined;
  const comparison = comparisons.find((one) => one === compare);
  if (!comparison) throw new AppError('InvalidCompare', { field: 'compare' });
  if (comparison === 'previous') return asFarAs(previousPeriod(period), period, now);
  if (comparison === 'year') return asFarAs(yearEarlier(period), period, now);
  const custom = parsePeriod(text, timeZone, now, { dataSince, field: 'compare_period' });
  return custom.days === period.days ? asFarAs(custom, period, now) : custom;
}
