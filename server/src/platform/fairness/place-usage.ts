/** Used time is forgiven at this rate: a quarter of real time, so four seconds of rest for one of work. */
const forgivenPerMs = 0.25;
/** No more is remembered, ms: four minutes of rest make up for anything. */
const maxUsage = 60_000;

/** Work under way of each place, and the time that its work has used of late. */
export function createPlaceUsage(monotonic: () => number) {
  /** Amount of work under way per place, and the sum of the moments at which it began. */
  const runningByPlace = new Map<string, { count: number; begun: number }>();
  const usageByPlace = new Map<string, { ms: number; at: number }>();
  let runningCount = 0;

  const usedBefore = (place: string): number => {
    const entry = usageByPlace.get(place);
    if (entry === undefined) return 0;
    const remainingMs = entry.ms - (monotonic() - entry.at) * forgivenPerMs;
    if (remainingMs > 0) return remainingMs;
    usageByPlace.delete(place);
    return 0;
  };
  const charge = (place: string, ms: number): void =>
    void usageByPlace.set(place, { ms: Math.min(maxUsage, usedBefore(place) + ms), at: monotonic() });

  return {
    running: (): number => runningCount,
    runningOf: (place: string): number => runningByPlace.get(place)?.count ?? 0,
    busyPlaces: (): string[] => [...runningByPlace.keys()],
    /** Work under way counts as it goes: a statement without end would never be charged. */
    usedMs(place: string): number {
      const { count, begun } = runningByPlace.get(place) ?? { count: 0, begun: 0 };
      return usedBefore(place) + count * monotonic() - begun;
    },
    /** Work begins. Returns the moment, for `end`. */
    begin(places: readonly string[]): number {
      const startedAt = monotonic();
      runningCount += 1;
      for (const place of places) {
        const { count, begun } = runningByPlace.get(place) ?? { count: 0, begun: 0 };
        runningByPlace.set(place, { count: count + 1, begun: begun + startedAt });
      }
      return startedAt;
    },
    end(places: readonly string[], startedAt: number): void {
      runningCount -= 1;
      for (const place of places) {
        const { count, begun } = runningByPlace.get(place) ?? { count: 1, begun: startedAt };
        if (count > 1) runningByPlace.set(place, { count: count - 1, begun: begun - startedAt });
        else runningByPlace.delete(place);
        charge(place, monotonic() - startedAt);
      }
      // A place that has rested is forgotten; looked for rarely, as each look is over all of them.
      if (usageByPlace.size > 10_000) for (const place of usageByPlace.keys()) usedBefore(place);
    },
  };
}

export type PlaceUsage = ReturnType<typeof createPlaceUsage>;
