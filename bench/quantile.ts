/** The value below which this share of the times lies. */
export function quantile(times: readonly number[], share: number): number {
  const sortedTimes = [...times].sort((a, b) => a - b);
  return sortedTimes[Math.min(sortedTimes.length - 1, Math.ceil(sortedTimes.length * share) - 1)] ?? Number.NaN;
}

/** Measures the duration of some work, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
