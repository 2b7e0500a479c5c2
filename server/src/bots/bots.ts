import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { hashApiSecret, isSecret, newApiSecret, newBotKey, splitApiKey } from './api-key.ts';
import { type BotRow, createBotStore } from './bot-store.ts';
import { createTouches } from './touches.ts';

export type { BotRow } from './bot-store.ts';
export { presentBot } from './present-bot.ts';

/** How long a bot found by its key is trusted without asking the store again; a rotated key dies at once in this process. */
const CACHE_MS = 30_000;

export interface Bots {
  add(accountKey: string, name: string): Promise<{ bot: BotRow; apiKey: string }>;
  /** The demo bot: made once, belongs to nobody's tariff, takes no API key. */
  ensureDemo(key: string, name: string): Promise<BotRow>;
  /** @throws AppError botExist (field bot_name) if somebody has connected a bot of this name. */
  assertNameFree(name: string, except?: string): Promise<void>;
  byKey(key: string): Promise<BotRow | null>;
  ofAccount(accountKey: string): Promise<BotRow[]>;
  all(): Promise<BotRow[]>;
  rename(key: string, name: string): Promise<BotRow>;
  /** Disconnects at once; `forgetRemoved` then deletes the history. */
  remove(key: string): Promise<void>;
  /** Deletes the history of removed bots; gives their number. Safe to run again after a failure. */
  forgetRemoved(forget: (key: string) => Promise<void>): Promise<number>;
  /** A new API key; the old one stops working. */
  rotateApiKey(key: string): Promise<string>;
  /** The bot of an API key, or null. */
  authenticate(apiKey: string | undefined): Promise<BotRow | null>;
  /** Notes that updates of these moments came in. Cheap: the store hears of it at most every few seconds. */
  touch(key: string, at: number): void;
  /** Calls back after each change of the bot's row; returns the way to stop. */
  watch(key: string, listener: (bot: BotRow | null) => void): () => void;
  close(): Promise<void>;
}

export function createBots(options: { metadata: Pick<Metadata, 'db'>; logger: Logger; now?: () => number }): Bots {
  const { logger } = options;
  const now = options.now ?? Date.now;
  const store = createBotStore(options.metadata.db);
  const cache = new Map<string, { bot: BotRow; until: number }>();
  const changes = new EventEmitter().setMaxListeners(0);

  const changed = (key: string, bot: BotRow | null): void => {
    if (bot === null) cache.delete(key);
    else cache.set(key, { bot, until: now() + CACHE_MS });
    changes.emit(key, bot);
  };
  const touches = createTouches({
    write: async (key, at) => {
      const bot = await store.touch(key, new Date(at));
      if (bot !== undefined && bot.removed_at === null) changed(key, bot);
    },
    onError: (error) => logger.warn({ err: error }, 'could not note the date of the last update'),
  });

  const cached = async (key: string): Promise<BotRow | null> => {
    const kept = cache.get(key);
    if (kept !== undefined && kept.until > now()) return kept.bot;
    try {
      const bot = (await store.byKey(key)) ?? null;
      if (bot === null) cache.delete(key);
      else cache.set(key, { bot, until: now() + CACHE_MS });
      return bot;
    } catch (error) {
      // The bots go on while the metadata store is away, as long as we have met them.
      if (kept !== undefined) return kept.bot;
      throw new AppError('StoreUnavailable', { cause: error });
    }
  };
  const must = (bot: BotRow | undefined): BotRow => {
    if (bot === undefined) throw new AppError('NotFound');
    return bot;
  };
  const assertNameFree = async (name: string, except?: string): Promise<void> => {
    const other = await store.byName(name);
    if (other !== undefined && other.key !== except) throw new AppError('botExist', { field: 'bot_name' });
  };

  return {
    assertNameFree,
    byKey: async (key) => (await store.byKey(key)) ?? null,
    ofAccount: store.ofAccount,
    all: store.all,
    async add(accountKey, name) {
      await assertNameFree(name);
      const secret = newApiSecret();
      const row = { key: newBotKey(), bot_name: name, account_key: accountKey, is_demo: false };
      const bot = await refusingTwins(() => store.insert({ ...row, api_key_hash: hashApiSecret(secret) }));
      return { bot, apiKey: `${bot.key}:${secret}` };
    },
    async ensureDemo(key, name) {
      const found = await store.byKey(key);
      return found ?? store.insert({ key, bot_name: name, account_key: null, api_key_hash: '', is_demo: true });
    },
    async rename(key, name) {
      await assertNameFree(name, key);
      const bot = must(await refusingTwins(() => store.update(key, { bot_name: name, username: name })));
      changed(key, bot);
      return bot;
    },
    async remove(key) {
      must(await store.update(key, { removed_at: new Date(now()), api_key_hash: '' }));
      changed(key, null);
    },
    async forgetRemoved(forget) {
      const keys = await store.keysRemoved();
      for (const key of keys) {
        await forget(key);
        await store.erase(key);
        logger.info({ bot: key }, 'the history of a removed bot is deleted');
      }
      return keys.length;
    },
    async rotateApiKey(key) {
      const secret = newApiSecret();
      const bot = must(await store.update(key, { api_key_hash: hashApiSecret(secret) }));
      changed(key, bot);
      return `${key}:${secret}`;
    },
    async authenticate(apiKey) {
      const halves = splitApiKey(apiKey);
      if (halves === null) return null;
      const bot = await cached(halves.botKey);
      return bot !== null && isSecret(halves.secret, bot.api_key_hash) ? bot : null;
    },
    touch: (key, at) => touches.note(key, at, cache.get(key)?.bot.first_update_at == null),
    watch(key, listener) {
      changes.on(key, listener);
      return () => changes.off(key, listener);
    },
    close: () => touches.close(),
  };
}

/** Two people connecting one name in the same moment: the unique index lets only one of them in. */
async function refusingTwins<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505')
      throw new AppError('botExist', { field: 'bot_name', cause: error });
    throw error;
  }
}
