import { AppError } from '../../platform/errors.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { createBotMemory, createChangeCount, createUnknownHashes } from './bot-memory.ts';
import type { BotRow, BotStore } from './bot-store.ts';

/** Time limit for the store to confirm a bot that is in memory: a slow store must not slow the bot's traffic. */
const confirmTimeoutMs = 250;
/** Time limit for loading a bot that is not in memory, ms. A store that hangs counts as away. */
const loadTimeoutMs = 3_000;

export type BotCache = ReturnType<typeof createBotCache>;

/** Bots in memory: traffic goes on while the metadata store is away or slow, for bots that were loaded before. */
export function createBotCache(store: Pick<BotStore, 'byKey' | 'byKeys' | 'byTokenHash'>, monotonic: () => number) {
  const memory = createBotMemory(monotonic);
  const unknownHashes = createUnknownHashes(monotonic);
  const changes = createChangeCount();

  const remember = (bot: BotRow): void => {
    memory.add(bot);
    if (bot.token_hash !== null) unknownHashes.delete(bot.token_hash);
  };
  /** The store's answer about a bot. */
  const applyAnswer = (key: string, bot: BotRow | undefined): BotRow | null => {
    if (bot === undefined) memory.delete(key);
    else remember(bot);
    return bot ?? null;
  };
  const ask = async (key: string): Promise<BotRow | null> => {
    const began = changes.count();
    const bot = await store.byKey(key);
    if (changes.isOutdated(key, began)) {
      const entry = memory.find(key);
      return entry !== undefined && entry.until > monotonic() ? entry.bot : ask(key);
    }
    return applyAnswer(key, bot);
  };

  const get = async (key: string): Promise<BotRow | null> => {
    const entry = memory.find(key);
    if (entry === undefined) return withTimeout(ask(key), loadTimeoutMs).catch(unavailable);
    if (entry.until > monotonic()) return entry.bot;
    // One question at a time per bot: the others are served from memory meanwhile.
    entry.until = monotonic() + confirmTimeoutMs;
    return sooner(ask(key), entry.bot);
  };

  return {
    get,
    has: memory.has,
    peek: (key: string): BotRow | undefined => memory.find(key)?.bot,
    /** The number of changes so far, for `change`. */
    changes: changes.count,
    /**
     * This process has changed the bot. False if it changed once more since `began` was asked for: then this row may be
     * the older one, and is confirmed by the store before it is trusted.
     */
    change(bot: BotRow, began = changes.count()): boolean {
      const isLatest = !changes.isOutdated(bot.key, began);
      changes.add(bot.key);
      remember(bot);
      if (!isLatest) memory.distrust(bot.key);
      return isLatest;
    },
    /** The bot is removed. */
    drop(key: string): void {
      changes.add(key);
      memory.delete(key);
    },
    /** Another process has changed the bot. It stays in memory for a store that is away; its token may be a new one. */
    expire(key: string): void {
      changes.add(key);
      unknownHashes.clear();
      memory.distrust(key);
    },
    /** Anything may have changed. */
    expireAll(): void {
      changes.addAll();
      unknownHashes.clear();
      memory.distrustAll();
    },
    /** Loads these bots again; gives those that have not changed once more meanwhile, null for those that are gone. */
    async reload(keys: readonly string[]): Promise<[key: string, bot: BotRow | null][]> {
      const began = changes.count();
      const rows = new Map((await store.byKeys(keys)).map((bot) => [bot.key, bot]));
      const latest = keys.filter((key) => !changes.isOutdated(key, began));
      return latest.map((key) => [key, applyAnswer(key, rows.get(key))]);
    },
    /** The bot whose token has this hash. @throws AppError StoreUnavailable if it was never loaded and the store is away. */
    async byTokenHash(hash: string): Promise<BotRow | null> {
      if (unknownHashes.has(hash)) return null;
      const botKey = memory.keyOf(hash);
      if (botKey !== undefined) {
        const bot = await get(botKey);
        if (bot?.token_hash === hash) return bot;
      }
      const [began, clearings] = [changes.count(), unknownHashes.clearings()];
      const row = await withTimeout(store.byTokenHash(hash), loadTimeoutMs).catch(unavailable);
      if (row === undefined) {
        unknownHashes.add(hash, clearings);
        return null;
      }
      if (!changes.isOutdated(row.key, began)) {
        remember(row);
        return row;
      }
      const bot = await get(row.key);
      return bot?.token_hash === hash ? bot : null;
    },
    /** Forgets which tokens are unknown: their bots may have been connected by now. */
    forgetUnknown: unknownHashes.clear,
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
