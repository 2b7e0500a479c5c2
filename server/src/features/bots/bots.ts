import type { Logger } from 'pino';
import { type Bus, createLocalBus } from '../../platform/bus/bus.ts';
import { clockFrom } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { chooseEventServer } from '../event-store/event-store.ts';
import { apiKeys, hashApiSecret, newApiSecret, newBotKey } from './api-key.ts';
import { createBotCache } from './bot-cache.ts';
import { createBotChanges } from './bot-changes.ts';
import { type BotSecrets, createBotSecrets } from './bot-secrets.ts';
import { type BotChange, type BotRow, type BotStore, createBotStore, type NewBot } from './bot-store.ts';
import { type KeptProblem, listProblems } from './problems.ts';
import { botTouches } from './touches.ts';

export type { BotChange, BotRow } from './bot-store.ts';
export { parseEnum, presentBot } from './present-bot.ts';
export { isRepairable, type KeptProblem, listProblems } from './problems.ts';

/** Data of a bot at its connection, besides its name. */
export type BotConnection = Omit<NewBot, 'key' | 'bot_name' | 'account_key' | 'api_key_hash' | 'is_demo'>;

export interface Bots extends BotSecrets {
  /** Connects a bot; without more it pushes copies (`api`). @throws AppError botExist, TidExist, NotSignedIn if there is no such account (any more) */
  add(accountKey: string, name: string, connection?: BotConnection): Promise<{ bot: BotRow; apiKey: string }>;
  /** The demo bot: made once, belongs to nobody's tariff, takes no API key. */
  ensureDemo(key: string, name: string): Promise<BotRow>;
  /** @throws AppError botExist (field bot_name) if a bot of this name is connected. */
  assertNameFree(name: string, except?: string): Promise<void>;
  byKey(key: string): Promise<BotRow | null>;
  byName(name: string): Promise<BotRow | null>;
  byTelegramId(id: number): Promise<BotRow | null>;
  /** Bots that forward to this address. */
  byWebhook(webhook: string): Promise<BotRow[]>;
  /** For traffic: from memory where possible. Another process's change is known within a second, or 30 without the bus; goes on while the store is away. @throws AppError StoreUnavailable for a bot that is not in memory. */
  cached(key: string): Promise<BotRow | null>;
  /** The bot that calls with this token, from memory as in `cached`. @throws AppError StoreUnavailable */
  byToken(token: string): Promise<BotRow | null>;
  /** The account's own. */
  ofAccount(accountKey: string): Promise<BotRow[]>;
  /** The account's own and then those with these keys (to which it was given access), each oldest first. */
  shownTo(accountKey: string, granted: readonly string[]): Promise<BotRow[]>;
  all(): Promise<BotRow[]>;
  /** Up to `most` bots with a token that were not looked at since `before`; each goes to one caller only. */
  claimForCheck(before: Date, at: Date, most: number): Promise<BotRow[]>;
  /** True if a bot was connected by its name alone and has not called through our API root yet. */
  awaitsToken(): Promise<boolean>;
  /** Bots with open problems at which `claimForCheck` does not look. */
  withProblemsButNoToken(): Promise<BotRow[]>;
  /** Changes columns of the row. @throws AppError NotFound; botExist, TidExist where another bot has the name or the Telegram id. */
  change(key: string, change: BotChange): Promise<BotRow>;
  /**
   * Changes the open problems by what they are, with no change of another process in between; null where `next` returns
   * null, or there is no such bot.
   */
  changeProblems(key: string, next: (open: KeptProblem[]) => readonly KeptProblem[] | null): Promise<BotRow | null>;
  rename(key: string, name: string): Promise<BotRow>;
  /** Stops or resumes the recording; paused once more, it stays paused since the first time. @throws AppError NotFound */
  pause(key: string, paused: boolean): Promise<BotRow>;
  /** Disconnects at once; `forgetRemoved` then deletes the history. */
  remove(key: string): Promise<void>;
  /** Bots whose owner's account is deleted and whose webhooks are still to be given back; the longest waiting first. */
  leaving(): Promise<BotRow[]>;
  /** To be called once bots have no owner: everyone who watches them is notified that they are gone. Their traffic goes on. */
  left(leaving: readonly BotRow[]): void;
  /**
   * Deletes the history of removed bots and returns the number of bots that are gone for good. An event that another
   * process accepted just before may wait on its disk for hours: the row stays, and the history is deleted again, until
   * every process has stored what it accepted up to a minute after the removal. Safe to repeat.
   */
  forgetRemoved(
    forget: (key: string) => Promise<void>,
    haveStored: (moment: Date) => Promise<boolean>,
  ): Promise<number>;
  /** A new API key; the old one stops working. */
  rotateApiKey(key: string): Promise<string>;
  /** The bot of an API key, or null. */
  authenticate(apiKey: string | undefined): Promise<BotRow | null>;
  /** Notes that updates of these moments came in. Cheap: the store hears of it at most every few seconds. */
  touch(key: string, at: number): void;
  /** Notes calls of the bot; otherwise like `touch`. */
  touchCall(key: string, at: number): void;
  /** When the newest update or call of any bot was received, Unix ms; null = none yet. */
  newestReceipt(): Promise<number | null>;
  /** Calls back after each change of the bot's row in any process, null once removed; returns a function to stop. */
  watch(key: string, listener: (bot: BotRow | null) => void): () => void;
  /** Calls back with the key of each bot that any process changed or added, null if any may have; its dates do not count. */
  onChanged(listener: (key: string | null) => void): () => void;
  /** Calls back with the key of each bot that any process removes, now and then twice; returns a function to stop. */
  onRemoved(listener: (key: string) => void): () => void;
  close(): Promise<void>;
}

/** Other processes trust a bot in memory for 30 s, and a request in progress may take as long, ms. */
const settledMs = 60_000;

type Lookup =
  | 'byKey'
  | 'byName'
  | 'byTelegramId'
  | 'byWebhook'
  | 'ofAccount'
  | 'shownTo'
  | 'all'
  | 'claimForCheck'
  | 'awaitsToken'
  | 'withProblemsButNoToken'
  | 'leaving'
  | 'newestReceipt';

/** Reads of the bots' rows. */
function lookups(store: BotStore): Pick<Bots, Lookup> {
  return {
    byKey: async (key) => (await store.byKey(key)) ?? null,
    byName: async (name) => (await store.byName(name)) ?? null,
    byTelegramId: async (id) => (await store.byTelegramId(id)) ?? null,
    byWebhook: store.byWebhook,
    ofAccount: store.ofAccount,
    shownTo: store.shownTo,
    all: store.all,
    claimForCheck: store.claimForCheck,
    awaitsToken: store.awaitsToken,
    withProblemsButNoToken: store.withProblemsButNoToken,
    leaving: store.leaving,
    newestReceipt: async () => (await store.newestReceipt())?.getTime() ?? null,
  };
}

export function createBots(options: {
  metadata: Pick<Metadata, 'db'>;
  /** Key material for the tokens: APP_SECRET. */
  secret: string;
  logger: Logger;
  /** Without one, other processes see changes after up to 30 seconds. */
  bus?: Pick<Bus, 'publish' | 'subscribe'>;
  now?: () => number;
}): Bots {
  const { logger, bus = createLocalBus() } = options;
  const now = options.now ?? Date.now;
  const store = createBotStore(options.metadata.db);
  const cache = createBotCache(store, clockFrom(options.now).monotonic);
  const secrets = createBotSecrets(createSealer(options.secret), logger);
  const changes = createBotChanges({ bus, cache, store, logger });

  const { updates, calls } = botTouches({ store, cache, changes, logger });

  const change = async (key: string, columns: BotChange): Promise<BotRow> => {
    const began = cache.changes();
    const bot = must(await refusingTwins(() => store.update(key, columns)));
    changes.changed(bot, began);
    return bot;
  };

  return {
    ...secrets,
    assertNameFree: (name, except) => assertNameFree(store, name, except),
    ...lookups(store),
    cached: cache.get,
    byToken: (token) => cache.byTokenHash(secrets.hashToken(token)),
    change,
    async add(accountKey, name, connection = {}) {
      await assertNameFree(store, name);
      const secret = newApiSecret();
      const event_server = await chooseEventServer(options.metadata.db);
      const row = { key: newBotKey(), bot_name: name, account_key: accountKey, is_demo: false, event_server };
      const bot = await refusingTwins(() =>
        store.insert({ delivery_method: 'api', ...connection, ...row, api_key_hash: hashApiSecret(secret) }),
      );
      changes.added(bot.key);
      return { bot, apiKey: `${bot.key}:${secret}` };
    },
    async ensureDemo(key, name) {
      const existingBot = await store.byKey(key);
      return (
        existingBot ??
        store.insert({
          key,
          bot_name: name,
          account_key: null,
          api_key_hash: '',
          is_demo: true,
          delivery_method: 'api',
        })
      );
    },
    async changeProblems(key, next) {
      const began = cache.changes();
      const bot = await store.updateBy(key, (row) => {
        const problems = next(listProblems(row));
        return problems && { problems: JSON.stringify(problems) };
      });
      if (bot !== undefined) changes.changed(bot, began);
      return bot ?? null;
    },
    async rename(key, name) {
      await assertNameFree(store, name, key);
      return change(key, { bot_name: name, username: name });
    },
    async pause(key, paused) {
      const before = must(await store.byKey(key));
      return change(key, { paused_at: paused ? (before.paused_at ?? new Date(now())) : null });
    },
    async remove(key) {
      // Nothing secret outlives the connection; the row itself waits for its history to be deleted.
      const secretless = { api_key_hash: '', token_sealed: null, token_hash: null, webhook_secret_sealed: null };
      must(await store.remove(key, secretless));
      changes.removed(key);
    },
    left(leaving) {
      for (const { key } of leaving) changes.left(key);
    },
    forgetRemoved: (forget, haveStored) => forgetRemovedBots(store, logger, forget, haveStored),
    ...apiKeys(cache, change),
    touch: (key, time) => updates.note(key, time, cache.peek(key)?.first_update_at == null),
    touchCall: (key, time) => calls.note(key, time, cache.peek(key)?.first_call_at == null),
    watch: changes.watch,
    onChanged: changes.onChanged,
    onRemoved: changes.onRemoved,
    async close() {
      await updates.close();
      await calls.close();
      changes.close();
    },
  };
}

async function assertNameFree(store: BotStore, name: string, except?: string): Promise<void> {
  const other = await store.byName(name);
  if (other !== undefined && other.key !== except) throw new AppError('botExist', { field: 'bot_name' });
}

function must(bot: BotRow | undefined): BotRow {
  if (bot === undefined) throw new AppError('NotFound');
  return bot;
}

async function forgetRemovedBots(
  store: BotStore,
  logger: Logger,
  forget: Parameters<Bots['forgetRemoved']>[0],
  haveStored: Parameters<Bots['forgetRemoved']>[1],
): Promise<number> {
  let erasedCount = 0;
  for (const { key, removedAt } of await store.removed()) {
    // Asked for before the deletion: what is stored by now is deleted with the rest.
    const isComplete = await haveStored(new Date(removedAt.getTime() + settledMs));
    const isDeleted = await forget(key).then(
      () => true,
      (error: unknown) => {
        // Its event server may be away, and those of the others not.
        logger.warn({ err: error, bot: key }, 'the history of a removed bot could not be deleted; trying again');
        return false;
      },
    );
    if (!isComplete || !isDeleted) continue;
    await store.erase(key);
    erasedCount += 1;
    logger.info({ bot: key }, 'the history of a removed bot is deleted');
  }
  return erasedCount;
}

/** Two users connecting one bot in the same moment: the unique indexes let only one of them in. */
async function refusingTwins<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    // The account was deleted in this moment.
    if (code === '23503') throw new AppError('NotSignedIn', { cause: error });
    if (code !== '23505') throw error;
    if (constraint === 'bots_name') throw new AppError('botExist', { field: 'bot_name', cause: error });
    throw new AppError('TidExist', { field: 'token', cause: error });
  }
}
