import { AppError } from '../../platform/errors.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { BotRow, BotStore } from './bot-store.ts';

/** How long a bot found in memory is trusted without asking the store again; a change made by this process shows at once. */
const trustMs = 30_000;
/** How long a request waits for the store to confirm a bot that is in memory: the bot's traffic must not feel a slow store. */
const confirmTimeoutMs = 250;
/** How long it waits for a bot that is not in memory, ms. A store that hangs is one that is away. */
const loadTimeoutMs = 3_000;
/** Tokens of bots that nobody connected: asked again after this time. A busy one must not cost a query per call. */
const unknownMs = 5_000;
/** About 1 kB each; beyond it the ones loaded longest ago are forgotten. */
const most = 20_000;

/** Bots in memory: traffic goes on while the metadata store is away or slow, for bots that were loaded before. */
export function createBotCache(store: Pick<BotStore, 'byKey' | 'byTokenHash'>, now: () => number) {
  const byKey = new Map<string, { bot: BotRow; until: number }>();
  const keyOfHash = new Map<string, { key: string | null; until: number }>();

  const keep = (bot: BotRow): void => {
    byKey.delete(bot.key);
    byKey.set(bot.key, { bot, until: now() + trustMs });
    trim(byKey);
    if (bot.token_hash !== null) rememberHash(bot.token_hash, bot.key);
  };
  const rememberHash = (hash: string, key: string | null): void => {
    keyOfHash.delete(hash);
    keyOfHash.set(hash, { key, until: now() + unknownMs });
    trim(keyOfHash);
  };
  const drop = (key: string): void => {
    const kept = byKey.get(key);
    byKey.delete(key);
    if (kept?.bot.token_hash != null) keyOfHash.delete(kept.bot.token_hash);
  };
  const ask = async (key: string): Promise<BotRow | null> => {
    const before = byKey.get(key)?.bot;
    const bot = await store.byKey(key);
    // Changed by this process while the store was reading: what it read may be older.
    if (byKey.get(key)?.bot !== before) return byKey.get(key)?.bot ?? null;
    if (bot === undefined) drop(key);
    else keep(bot);
    return bot ?? null;
  };

  const get = async (key: string): Promise<BotRow | null> => {
    const kept = byKey.get(key);
    if (kept === undefined) return withTimeout(ask(key), loadTimeoutMs).catch(unavailable);
    if (kept.until > now()) return kept.bot;
    // One question at a time per bot: the others are served from memory meanwhile.
    kept.until = now() + confirmTimeoutMs;
    return sooner(ask(key), kept.bot);
  };

  return {
    get,
    keep,
    drop,
    peek: (key: string): BotRow | undefined => byKey.get(key)?.bot,
    /** The bot whose token has this hash. @throws AppError StoreUnavailable if it was never loaded and the store is away. */
    async byTokenHash(hash: string): Promise<BotRow | null> {
      const known = keyOfHash.get(hash);
      if (known?.key === null && known.until > now()) return null;
      if (known?.key != null) {
        const bot = await get(known.key);
        if (bot?.token_hash === hash) return bot;
      }
      const found = await withTimeout(store.byTokenHash(hash), loadTimeoutMs).catch(unavailable);
      if (found == null) rememberHash(hash, null);
      else keep(found);
      return found ?? null;
    },
    /** Forgets that this token is unknown: its bot may have been connected by now. */
    forgetHash: (hash: string): void => void keyOfHash.delete(hash),
  };
}

function unavailable(error: unknown): never {
  throw new AppError('StoreUnavailable', { cause: error });
}

/** The fresh answer, if it comes soon; what is in memory otherwise. */
async function sooner(fresh: Promise<BotRow | null>, kept: BotRow): Promise<BotRow | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<BotRow>((resolve) => {
    timer = setTimeout(() => resolve(kept), confirmTimeoutMs);
  });
  try {
    return await Promise.race([fresh.catch(() => kept), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function trim(map: Map<string, unknown>): void {
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
