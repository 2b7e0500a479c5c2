import { AppError } from '../../platform/errors.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { BotRow, BotStore } from './bot-store.ts';

/** A bot in memory is trusted this long without a message that it has changed: the bus may be down. */
const trustMs = 30_000;
/** Time limit for the store to confirm a bot that is in memory: a slow store must not slow the bot's traffic. */
const confirmTimeoutMs = 250;
/** Time limit for loading a bot that is not in memory, ms. A store that hangs counts as away. */
const loadTimeoutMs = 3_000;
/** Tokens of bots that nobody connected: asked again after this time. A busy one must not cost a query per call. */
const unknownMs = 5_000;
/** About 1 kB each; beyond it the ones loaded longest ago are forgotten. */
const maxEntries = 20_000;

export type BotCache = ReturnType<typeof createBotCache>;

/** Bots in memory: traffic goes on while the metadata store is away or slow, for bots that were loaded before. */
export function createBotCache(store: Pick<BotStore, 'byKey' | 'byKeys' | 'byTokenHash'>, monotonic: () => number) {
  const byKey = new Map<string, { bot: BotRow; until: number }>();
  const keyOfHash = new Map<string, string>();
  const unknownHashes = new Map<string, number>();
  let unknownForgotten = 0;
  // Changes are counted: a row that was read before the last change of its bot may be older than what is in memory.
  let changes = 0;
  let allChangedAt = 0;
  const changedAt = new Map<string, number>();

  const noteChange = (key: string): void => {
    changes += 1;
    setNewest(changedAt, key, changes);
  };
  const isOutdated = (key: string, began: number): boolean => Math.max(allChangedAt, changedAt.get(key) ?? 0) > began;
  const remember = (bot: BotRow): void => {
    setNewest(byKey, bot.key, { bot, until: monotonic() + trustMs });
    if (bot.token_hash === null) return;
    setNewest(keyOfHash, bot.token_hash, bot.key);
    unknownHashes.delete(bot.token_hash);
  };
  const forget = (key: string): void => {
    const entry = byKey.get(key);
    byKey.delete(key);
    if (entry?.bot.token_hash != null) keyOfHash.delete(entry.bot.token_hash);
  };
  const forgetUnknown = (): void => {
    unknownForgotten += 1;
    unknownHashes.clear();
  };
  const ask = async (key: string): Promise<BotRow | null> => {
    const began = changes;
    const bot = await store.byKey(key);
    if (isOutdated(key, began)) {
      const entry = byKey.get(key);
      return entry !== undefined && entry.until > monotonic() ? entry.bot : ask(key);
    }
    if (bot === undefined) forget(key);
    else remember(bot);
    return bot ?? null;
  };

  const get = async (key: string): Promise<BotRow | null> => {
    const entry = byKey.get(key);
    if (entry === undefined) return withTimeout(ask(key), loadTimeoutMs).catch(unavailable);
    if (entry.until > monotonic()) return entry.bot;
    // One question at a time per bot: the others are served from memory meanwhile.
    entry.until = monotonic() + confirmTimeoutMs;
    return sooner(ask(key), entry.bot);
  };

  return {
    get,
    has: (key: string): boolean => byKey.has(key),
    peek: (key: string): BotRow | undefined => byKey.get(key)?.bot,
    /** The number of changes so far, for `change`. */
    changes: (): number => changes,
    /**
     * This process has changed the bot. False if it changed once more since `began` was asked for: then this row may be
     * the older one, and is confirmed by the store before it is trusted.
     */
    change(bot: BotRow, began = changes): boolean {
      const isLatest = !isOutdated(bot.key, began);
      noteChange(bot.key);
      remember(bot);
      const entry = byKey.get(bot.key);
      if (!isLatest && entry !== undefined) entry.until = Number.NEGATIVE_INFINITY;
      return isLatest;
    },
    /** The bot is removed. */
    drop(key: string): void {
      noteChange(key);
      forget(key);
    },
    /** Another process has changed the bot. It stays in memory for a store that is away; its token may be a new one. */
    expire(key: string): void {
      noteChange(key);
      forgetUnknown();
      const entry = byKey.get(key);
      if (entry !== undefined) entry.until = Number.NEGATIVE_INFINITY;
    },
    /** Anything may have changed. */
    expireAll(): void {
      changes += 1;
      allChangedAt = changes;
      forgetUnknown();
      for (const entry of byKey.values()) entry.until = Number.NEGATIVE_INFINITY;
    },
    /** Loads these bots again; gives those that have not changed once more meanwhile, null for those that are gone. */
    async reload(keys: readonly string[]): Promise<[key: string, bot: BotRow | null][]> {
      const began = changes;
      const rows = new Map((await store.byKeys(keys)).map((bot) => [bot.key, bot]));
      const latest = keys.filter((key) => !isOutdated(key, began));
      return latest.map((key) => {
        const bot = rows.get(key);
        if (bot === undefined) forget(key);
        else remember(bot);
        return [key, bot ?? null];
      });
    },
    /** The bot whose token has this hash. @throws AppError StoreUnavailable if it was never loaded and the store is away. */
    async byTokenHash(hash: string): Promise<BotRow | null> {
      if ((unknownHashes.get(hash) ?? Number.NEGATIVE_INFINITY) > monotonic()) return null;
      const botKey = keyOfHash.get(hash);
      if (botKey !== undefined) {
        const bot = await get(botKey);
        if (bot?.token_hash === hash) return bot;
      }
      const [began, forgotten] = [changes, unknownForgotten];
      const row = await withTimeout(store.byTokenHash(hash), loadTimeoutMs).catch(unavailable);
      if (row === undefined) {
        if (unknownForgotten === forgotten) setNewest(unknownHashes, hash, monotonic() + unknownMs);
        return null;
      }
      if (!isOutdated(row.key, began)) {
        remember(row);
        return row;
      }
      const bot = await get(row.key);
      return bot?.token_hash === hash ? bot : null;
    },
    /** Forgets which tokens are unknown: their bots may have been connected by now. */
    forgetUnknown,
  };
}

function unavailable(error: unknown): never {
  throw new AppError('StoreUnavailable', { cause: error });
}

/** The fresh answer, if it comes soon; what is in memory otherwise. */
async function sooner(answer: Promise<BotRow | null>, fallback: BotRow): Promise<BotRow | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<BotRow>((resolve) => {
    timer = setTimeout(() => resolve(fallback), confirmTimeoutMs);
  });
  try {
    return await Promise.race([answer.catch(() => fallback), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The newest stands last; beyond `maxEntries` the oldest goes. */
function setNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxEntries) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
