import { comparisons } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { asFarAs, type Period, previousPeriod, readPeriod, yearEarlier } from '../query/period.ts';

interface Asked {
  compare?: string | undefined;
  comparePeriod?: string | undefined;
  dataSince?: string | null | undefined;
  timeZone: string;
}

/**
 * The period that a report is compared with; undefined without a comparison. One of its own choice is cut like the others
 * only if it has as many days: 30 named days beside the last 7 mean all 30.
 * Throws InvalidCompare, InvalidPeriod, PeriodTooLong.
 */
export function parseComparison(asked: Asked, period: Period, now: number): Period | undefined {
  if (asked.compare === undefined) return undefined;
  const comparison = comparisons.find((one) => one === asked.compare);
  if (!comparison) throw new AppError('InvalidCompare', { field: 'compare' });
  if (comparison === 'previous') return asFarAs(previousPeriod(period), period, now);
  if (comparison === 'year') return asFarAs(yearEarlier(period), period, now);
  const { dataSince } = asked;
  const custom = readPeriod(asked.comparePeriod ?? '', asked.timeZone, now, { dataSince, field: 'compare_period' });
  return custom.days === period.days ? asFarAs(custom, period, now) : custom;
}
