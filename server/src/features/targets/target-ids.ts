import { isBuiltIn } from './built-in-targets.ts';

/** Time a change without a message may go unnoticed, and interval at which an unknown number may ask the store, ms. */
const trustedMs = 30_000;
const retryMs = 1_000;
/** More bots than this at once are no bots of one server; then all are forgotten. */
const maxBots = 10_000;

export interface TargetIds {
  /** Finds numbers of no target of the bot. With the store away, unknown ones pass: no conversion may be lost. */
  unknown(bot: string, ids: readonly number[]): Promise<number[]>;
  /** A target came or went; null: of any bot. */
  forget(bot: string | null): void;
}

/** Looks up targets by number in memory: bots send conversions in their own fast path. */
export function createTargetIds(read: (bot: string) => Promise<readonly number[]>, monotonic: () => number): TargetIds {
  const cachedTargets = new Map<string, { ids: ReadonlySet<number>; at: number }>();
  /** Grows with each change: what was read meanwhile may be older. */
  let changes = 0;

  async function loadIds(bot: string, freshMs: number): Promise<ReadonlySet<number> | null> {
    const entry = cachedTargets.get(bot);
    if (entry !== undefined && monotonic() - entry.at < freshMs) return entry.ids;
    const changesAtStart = changes;
    try {
      const ids = new Set(await read(bot));
      if (cachedTargets.size >= maxBots) cachedTargets.clear();
      if (changes === changesAtStart) cachedTargets.set(bot, { ids, at: monotonic() });
      return ids;
    } catch {
      return null;
    }
  }

  return {
    async unknown(bot, ids) {
      const ownIds = [...new Set(ids)].filter((id) => !isBuiltIn(id));
      for (const freshMs of [trustedMs, retryMs]) {
        if (ownIds.length === 0) return [];
        const knownIds = await loadIds(bot, freshMs);
        if (knownIds === null || ownIds.every((id) => knownIds.has(id))) return [];
        if (freshMs === retryMs) return ownIds.filter((id) => !knownIds.has(id));
      }
      return [];
    },
    forget(bot) {
      changes += 1;
      if (bot === null) cachedTargets.clear();
      else cachedTargets.delete(bot);
    },
  };
}
