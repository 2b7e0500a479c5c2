/** So old may be what is known of a user when a message is sent to them, ms. */
const longestMs = 30_000;
/** With fewer left, the next ones are read while these are used. */
const fewest = 100;

/**
 * Reads what the event store knows of the recipients of a campaign: of those whose turn it is, together with those who
 * come next. Beside 3,000 updates a second a read of three users takes as long as one of hundreds (130 to 450 ms), and
 * ten messages a second need four claims a second.
 */
export function createReadAhead<Value>(deps: {
  /** Users without a value are not in it. */
  read: (userIds: readonly number[]) => Promise<ReadonlyMap<number, Value>>;
  /** Whether what was read may be used later; else it is read again when it is their turn. */
  isLasting: (value: Value | undefined) => boolean;
  now: () => number;
}) {
  const { read, isLasting, now } = deps;
  const cache = new Map<number, { value: Value | undefined; readAt: number }>();
  let isRefilling = false;
  /** At the last look nobody came next who was not known. */
  let hasAll = false;

  /** Reads users that are not cached, and keeps what may be used later. */
  async function readWith(userIds: readonly number[], next: readonly number[]): Promise<ReadonlyMap<number, Value>> {
    const unreadIds = next.filter((id) => !cache.has(id));
    hasAll = unreadIds.length === 0;
    const ids = [...new Set([...userIds, ...unreadIds])];
    if (ids.length === 0) return new Map();
    const readAt = now();
    const values = await read(ids);
    for (const id of unreadIds) if (isLasting(values.get(id))) cache.set(id, { value: values.get(id), readAt });
    return values;
  }

  /** Ignores a failure: the users are read when it is their turn, and the failure is seen there. */
  async function refill(upcoming: () => Promise<readonly number[]>): Promise<void> {
    try {
      await readWith([], await upcoming());
    } catch {
    } finally {
      isRefilling = false;
    }
  }

  return {
    /** `upcoming`: those who come next; called only if something is read. */
    async of(
      userIds: readonly number[],
      upcoming: () => Promise<readonly number[]>,
    ): Promise<ReadonlyMap<number, Value>> {
      const lookedAt = now();
      for (const [id, { readAt }] of cache) if (lookedAt - readAt > longestMs) cache.delete(id);
      const results = new Map<number, Value>();
      const missingIds: number[] = [];
      for (const id of userIds) {
        const entry = cache.get(id);
        cache.delete(id);
        if (entry === undefined) missingIds.push(id);
        else if (entry.value !== undefined) results.set(id, entry.value);
      }
      if (missingIds.length > 0) {
        const values = await readWith(missingIds, await upcoming());
        for (const id of missingIds) {
          const value = values.get(id);
          if (value !== undefined) results.set(id, value);
        }
      } else if (cache.size < fewest && !hasAll && !isRefilling) {
        isRefilling = true;
        void refill(upcoming);
      }
      return results;
    },
  };
}
