import { takeoverMinutes, type WithheldMode } from '@botscope/contract';
import type { Logger } from 'pino';
import type { TakenChat } from '../../ingest/relay/taken-chats.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { createChatWatchers, differentChats } from './chat-watchers.ts';
import type { TakeoverRow, TakeoverStore } from './takeover-store.ts';

export type { TakeoverRow } from './takeover-store.ts';

/** Interval at which memory is compared with the store, ms: the bus may have been down. */
const refreshMs = 30_000;
/** Counts of withheld updates are written together, ms. */
const countMs = 1_000;

/** Assignment of a bot's private chats to the bot itself or to a colleague. */
export interface Takeovers {
  /** Taken chats of a bot, from memory: traffic never waits for them. */
  chatsOf(bot: string): readonly TakenChat[];
  /** Calls back with the key of each bot whose taken chats have changed; returns a function that unsubscribes. */
  onChanged(listener: (bot: string) => void): () => void;
  /** Calls back when the chat's colleague or its number of withheld updates changes; returns a function to stop. */
  watch(bot: string, userId: number, listener: () => void): () => void;
  one(bot: string, userId: number): Promise<TakeoverRow | null>;
  /** @throws AppError TakenOver if another one has the chat, unless `fromOther`; TooManyTakeovers beyond 10,000 of a bot */
  take(chat: {
    bot: string;
    userId: number;
    account: string | null;
    fromOther: boolean;
    minutes?: number;
  }): Promise<void>;
  /** The colleague has written to the user. */
  prolong(bot: string, userId: number, account: string): Promise<void>;
  /**
   * False if it was not taken over. With an account, only what that one or the bot itself has taken over.
   * @throws AppError TakenOver if a colleague of the account has the chat
   */
  release(bot: string, userId: number, account?: string): Promise<boolean>;
  /** Releases the chats of users; gives how many were taken over. */
  releaseAll(bot: string, userIds: readonly number[]): Promise<number>;
  /** Traffic kept an update from the bot. `queryId`: of a pressed button. */
  noteWithheld(bot: string, userId: number, queryId: string | null): void;
  /** Traffic saw the user's /start. */
  noteStart(bot: string, userId: number): void;
  mode(bot: string): Promise<WithheldMode>;
  setMode(bot: string, mode: WithheldMode): Promise<void>;
  /** Deletes the expired ones; returns their number. */
  expire(): Promise<number>;
  close(): Promise<void>;
}

/** Counts of withheld updates, written together. */
function withheldCounts(
  rows: Pick<TakeoverStore, 'addWithheld'>,
  watchers: Pick<ReturnType<typeof createChatWatchers>, 'notify'>,
  runInBackground: (work: Promise<unknown>) => void,
) {
  const counts = new Map<string, { bot: string; userId: number; count: number }>();
  let counting: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const writeCounts = (): void => {
    counting = null;
    const list = [...counts.values()];
    counts.clear();
    writing = writing.then(async () => {
      await rows.addWithheld(list);
      for (const { bot, userId } of list) watchers.notify(bot, userId);
    });
    runInBackground(writing);
    writing = writing.catch(() => undefined);
  };

  return {
    add(bot: string, userId: number): void {
      const key = `${bot} ${userId}`;
      counts.set(key, { bot, userId, count: (counts.get(key)?.count ?? 0) + 1 });
      counting ??= setTimeout(writeCounts, countMs).unref();
    },
    async close(): Promise<void> {
      if (counting !== null) {
        clearTimeout(counting);
        writeCounts();
      }
      await writing;
    },
  };
}

export async function createTakeovers(deps: {
  rows: TakeoverStore;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** Confirms a button's press at Telegram, so that it stops to show that it waits. */
  answerQuery(bot: string, queryId: string): Promise<void>;
  logger: Pick<Logger, 'warn'>;
}): Promise<Takeovers> {
  const { rows, bus, logger } = deps;
  const listeners = new Set<(bot: string) => void>();
  const watchers = createChatWatchers();
  const chats = new Map<string, readonly TakenChat[]>();

  const setChats = (bot: string, list: readonly TakeoverRow[]): void => {
    const next = list.map(toChat);
    const changedUsers = differentChats(chats.get(bot) ?? noChats, next);
    if (changedUsers.length === 0) return;
    if (next.length === 0) chats.delete(bot);
    else chats.set(bot, next);
    for (const listener of listeners) listener(bot);
    for (const user of changedUsers) watchers.notify(bot, user);
  };
  const readBot = async (bot: string): Promise<void> => setChats(bot, await rows.all(bot));
  const readAll = async (): Promise<void> => {
    const byBot = Map.groupBy(await rows.all(), ({ bot }) => bot);
    for (const bot of new Set([...chats.keys(), ...byBot.keys()])) setChats(bot, byBot.get(bot) ?? []);
  };
  const runInBackground = (reading: Promise<unknown>): void => {
    reading.catch((error: unknown) => logger.warn({ err: error }, 'taken chats are looked at again'));
  };
  const publishChange = async (bot: string): Promise<void> => {
    await readBot(bot);
    bus.publish('takeovers-changed', bot);
  };
  const withheld = withheldCounts(rows, watchers, runInBackground);

  await readAll();
  const stopListening = bus.subscribe('takeovers-changed', ({ key, isOwn }) => {
    if (!isOwn) runInBackground(key === null ? readAll() : readBot(key));
  });
  const timer = setInterval(() => runInBackground(readAll()), refreshMs).unref();

  const release = async (bot: string, userId: number, account?: string): Promise<boolean> => {
    const isReleased = await rows.release(bot, userId, account);
    await publishChange(bot);
    if (account === undefined || isReleased) return isReleased;
    const owner = (await rows.one(bot, userId))?.account ?? account;
    if (owner !== account) throw new AppError('TakenOver');
    return false;
  };

  return {
    chatsOf: (bot) => chats.get(bot) ?? noChats,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: watchers.watch,
    one: rows.one,
    async take({ bot, userId, account, fromOther, minutes = takeoverMinutes }) {
      const mode = await rows.mode(bot);
      if (!(await rows.take({ bot, userId, account, mode, minutes, fromOther }))) {
        const current = await rows.one(bot, userId);
        throw new AppError(current === null && (await rows.isFull(bot)) ? 'TooManyTakeovers' : 'TakenOver');
      }
      await publishChange(bot);
    },
    async prolong(bot, userId, account) {
      if (await rows.prolong(bot, userId, account)) await publishChange(bot);
    },
    release,
    async releaseAll(bot, userIds) {
      const released = await rows.deleteOf(bot, userIds);
      if (released > 0) await publishChange(bot);
      return released;
    },
    noteWithheld(bot, userId, queryId) {
      withheld.add(bot, userId);
      if (queryId !== null && queryId !== '') runInBackground(deps.answerQuery(bot, queryId));
    },
    noteStart: (bot, userId) => runInBackground(release(bot, userId)),
    mode: rows.mode,
    setMode: rows.setMode,
    async expire() {
      const bots = await rows.deleteExpired();
      for (const bot of new Set(bots)) await publishChange(bot);
      return bots.length;
    },
    async close() {
      clearInterval(timer);
      stopListening();
      await withheld.close();
    },
  };
}

const noChats: readonly TakenChat[] = [];

const toChat = ({ userId, mode, since, expiresAt }: TakeoverRow): TakenChat => ({
  user: userId,
  mode,
  since: since.getTime(),
  until: expiresAt.getTime(),
});
