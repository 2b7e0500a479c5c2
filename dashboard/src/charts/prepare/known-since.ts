import type { Report } from '@botscope/contract';

/**
 * Whether the comparison begins when there was data already. A bot that is three days old did not grow 249-fold: of the
 * month before nothing is known.
 */
export const isComparable = ({ compare, data_since }: Pick<Report, 'compare' | 'data_since'>): boolean =>
  compare !== undefined && (data_since === undefined || compare.period.from >= data_since);

/** Values of buckets that ended before the first day with data: nothing is known of them, which is not zero. */
export function knownValues(
  values: readonly (number | null)[],
  buckets: readonly string[],
  since: string | undefined,
): (number | null)[] {
  // Hours of the week are no dates.
  if (since === undefined || !/^\d{4}-/.test(buckets[0] ?? '')) return [...values];
  return values.map((value, index) => {
    const next = buckets[index + 1];
    return next !== undefined && next.slice(0, 10) <= since ? null : value;
  });
}
