import type { BotRow } from './bot-store.ts';

/** A bot in memory is trusted this long without a message that it has changed: the bus may be down. */
const trustMs = 30_000;
/** Tokens of bots that nobody connected: asked again after this time. A busy one must not cost a query per call. */
const unknownMs = 5_000;
/** About 1 kB each; beyond it the ones loaded longest ago are forgotten. */
const maxEntries = 20_000;

interface RememberedBot {
  bot: BotRow;
  /** By the monotonic clock: after it the store confirms the bot. */
  until: number;
}

/** Rows of bots, found by their keys and by the hashes of their tokens. */
export function createBotMemory(monotonic: () => number) {
  const byKey = new Map<string, RememberedBot>();
  const keyOfHash = new Map<string, string>();
  return {
    has: (key: string): boolean => byKey.has(key),
    find: (key: string): RememberedBot | undefined => byKey.get(key),
    keyOf: (hash: string): string | undefined => keyOfHash.get(hash),
    add(bot: BotRow): void {
      setNewest(byKey, bot.key, { bot, until: monotonic() + trustMs });
      if (bot.token_hash !== null) setNewest(keyOfHash, bot.token_hash, bot.key);
    },
    delete(key: string): void {
      const entry = byKey.get(key);
      byKey.delete(key);
      if (entry?.bot.token_hash != null) keyOfHash.delete(entry.bot.token_hash);
    },
    /** The bot stays for a store that is away, but is confirmed before it is trusted. */
    distrust(key: string): void {
      const entry = byKey.get(key);
      if (entry !== undefined) entry.until = Number.NEGATIVE_INFINITY;
    },
    distrustAll(): void {
      for (const entry of byKey.values()) entry.until = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Counts changes: a row that was read before the last change of its bot may be older than what is in memory. */
export function createChangeCount() {
  let count = 0;
  let allChangedAt = 0;
  const changedAt = new Map<string, number>();
  return {
    count: (): number => count,
    isOutdated: (key: string, began: number): boolean => Math.max(allChangedAt, changedAt.get(key) ?? 0) > began,
    add(key: string): void {
      count += 1;
      setNewest(changedAt, key, count);
    },
    /** Any bot may have changed. */
    addAll(): void {
      count += 1;
      allChangedAt = count;
    },
  };
}

/** Hashes of tokens of which the store knew no bot a moment ago. */
export function createUnknownHashes(monotonic: () => number) {
  const untilByHash = new Map<string, number>();
  let clearings = 0;
  return {
    has: (hash: string): boolean => (untilByHash.get(hash) ?? Number.NEGATIVE_INFINITY) > monotonic(),
    clearings: (): number => clearings,
    /** `clearingsBefore` is `clearings()` from before the question: after a later clearing the answer is outdated. */
    add(hash: string, clearingsBefore: number): void {
      if (clearings === clearingsBefore) setNewest(untilByHash, hash, monotonic() + unknownMs);
    },
    delete(hash: string): void {
      untilByHash.delete(hash);
    },
    clear(): void {
      clearings += 1;
      untilByHash.clear();
    },
  };
}

/** The newest stands last; beyond `maxEntries` the oldest goes. */
function setNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxEntries) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
