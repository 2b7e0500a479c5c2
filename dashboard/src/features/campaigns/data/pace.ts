/** Number of finished recipients at a moment (Unix ms). */
export interface PaceSample {
  at: number;
  done: number;
}

/** The pace is that of the last half minute. */
const windowMs = 30_000;

export const addSample = (samples: readonly PaceSample[], sample: PaceSample): PaceSample[] => [
  ...samples.filter(({ at }) => sample.at - at <= windowMs),
  sample,
];

/** Messages a second; null until it can be said. */
export function computePace(samples: readonly PaceSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < 1_000 || last.done <= first.done) return null;
  return ((last.done - first.done) * 1_000) / (last.at - first.at);
}
