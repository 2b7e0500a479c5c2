/** Interval at which the speed grows by one message a second after a cut, ms. */
const growMs = 30_000;
/** Telegram waits by itself, up to 8 s, before it refuses: slow calls come first. */
const slowCallMs = 1_500;
const samples = 20;
const slowest = 1;

/** The speed that Telegram lets a bot have: less after each complaint, slowly more from then on. */
export function createLearntRate(maxSpeed: number, inheritedRate: number | null) {
  let rate = Math.min(maxSpeed, inheritedRate ?? maxSpeed);
  let changedAt: number | null = null;

  return {
    /** As it was when it was last asked for by time. */
    last: (): number => rate,
    at(now: number): number {
      changedAt ??= now;
      const steps = Math.floor((now - changedAt) / growMs);
      if (steps > 0) {
        rate = Math.min(maxSpeed, rate + steps);
        changedAt += steps * growMs;
      }
      return rate;
    },
    cut(now: number, factor: number): void {
      rate = Math.max(slowest, Math.min(maxSpeed, rate * factor));
      changedAt = now;
    },
  };
}

/** Creates the function that notes how long a call took: true when too many of the last ones were slow. */
export function createSlowCalls(): (durationMs: number) => boolean {
  let durations: number[] = [];
  return (durationMs) => {
    durations.push(durationMs);
    if (durations.length < samples) return false;
    durations = durations.slice(-samples);
    const p95 = durations.toSorted((one, other) => one - other)[Math.ceil(samples * 0.95) - 1] ?? 0;
    if (p95 < slowCallMs) return false;
    durations = [];
    return true;
  };
}
