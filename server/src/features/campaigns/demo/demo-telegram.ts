import type { Logger } from 'pino';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { scope } from '../../../analytics/query/scope.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { eventsOfUpdates, type RecordedBot } from '../../../ingest/recording/make-events.ts';
import { createRandom, type Random } from '../../../simulation/random.ts';
import { type Reaction, reactionsTo, reactionUpdate } from '../../../simulation/telegram/reactions.ts';
import { createSimulatedTelegram } from '../../../simulation/telegram/simulated-telegram.ts';
import { toBotUser } from '../../../simulation/users/numbering.ts';
import type { User } from '../../../simulation/users/telegram-types.ts';
import { toUser } from '../../../simulation/users/user.ts';
import type { CallTelegram } from '../../../telegram/sending/call-telegram.ts';
import type { SendingBot } from '../../campaign-engine/campaign-engine.ts';

/** No address: a call that misses the simulation reaches nobody. */
export const demoApiRoot = 'demo:';
export const demoToken = 'demo';

const answerMs = 60;
const beatMs = 1_000;
/** Reactions that wait; a demo that is busier than that does without some. */
const maxWaiting = 20_000;

type Store = Pick<EventStore, 'query' | 'write'>;

/**
 * Stands for Telegram where the campaigns of the demo are sent: answers without any network, and lets the simulated
 * users react within minutes. What visitors wrote goes nowhere.
 */
export function createDemoTelegram(deps: {
  /** The demo bot. */
  bot: () => Promise<RecordedBot | null>;
  store: Store;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
  random?: Random;
  answerMs?: number;
}) {
  const { store, logger, now = Date.now, random = createRandom(`demo telegram/${now()}`) } = deps;
  let pendingReactions: (Reaction & { at: number })[] = [];
  let recording: Promise<unknown> = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();
  let beat: NodeJS.Timeout | undefined;
  const telegram = createSimulatedTelegram({
    now,
    random,
    onDelivered(message) {
      if (pendingReactions.length >= maxWaiting) return;
      for (const reaction of reactionsTo(message, random))
        pendingReactions.push({ ...reaction, at: now() + reaction.afterMs });
      beat ??= setInterval(() => void react(), beatMs).unref();
    },
  });

  /** Records what users do by now. */
  function react(): Promise<unknown> {
    const dueReactions = pendingReactions.filter(({ at }) => at <= now());
    if (dueReactions.length === 0) return recording;
    pendingReactions = pendingReactions.filter(({ at }) => at > now());
    recording = recording
      .then(() => record(dueReactions))
      .catch((error: unknown) => logger.warn({ err: error }, 'reactions of the demo are lost'));
    return recording;
  }

  async function record(dueReactions: readonly (Reaction & { at: number })[]): Promise<void> {
    const bot = await deps.bot();
    if (bot === null) return;
    const users = await loadUsers(store, bot.key, [...new Set(dueReactions.map(({ chatId }) => chatId))]);
    const items = dueReactions.flatMap((reaction) => {
      const user = users.get(reaction.chatId);
      if (user === undefined) return [];
      const scene = {
        user,
        bot: demoUser,
        date: Math.floor(reaction.at / 1_000),
        random,
        nextMessageId: telegram.nextId,
      };
      const update = { update_id: random.between(1_700_000_000, 2_100_000_000), ...reactionUpdate(scene, reaction) };
      return [{ date: new Date(reaction.at).toISOString(), update }];
    });
    await store.write(eventsOfUpdates(bot, items, now()).events);
  }

  const call: CallTelegram = ({ apiRoot }, { method, params }) =>
    new Promise((resolve, reject) => {
      if (apiRoot !== demoApiRoot) return reject(new Error('not a call of the demo'));
      const timer = setTimeout(() => {
        timers.delete(timer);
        const { status, body } = telegram.answer(method, params);
        resolve({ status, body: JSON.stringify(body) });
      }, deps.answerMs ?? answerMs);
      timers.add(timer);
    });

  return {
    call,
    /** Records what users do by now, without waiting for the beat. */
    react,
    /** Discards reactions that have not happened yet. */
    async close(): Promise<void> {
      clearInterval(beat);
      pendingReactions = [];
      await recording;
    },
  };
}

/** For calls that nothing simulates: the demo has no token. */
export const exceptDemo =
  (find: (key: string) => Promise<SendingBot | null>) =>
  async (key: string): Promise<SendingBot | null> => {
    const bot = await find(key);
    return bot?.apiRoot === demoApiRoot ? { ...bot, token: null } : bot;
  };

/**
 * Keeps what the product sends to the demo from being recorded: visitors wrote it, and every visitor reads
 * conversations.
 */
export const withoutAnswers = (
  store: Pick<EventStore, 'write'>,
  demoKey: string | null,
): Pick<EventStore, 'write'> => ({
  async write(events) {
    const otherEvents = events.filter(({ bot }) => bot !== demoKey);
    if (otherEvents.length > 0) await store.write(otherEvents);
  },
});

export const demoUser = toBotUser(6_000_000_001, 'demo_bot', 'Demo shop');

/** As they were seen last, so that what they do now changes no profile. */
export async function loadUsers(
  store: Pick<EventStore, 'query'>,
  bot: string,
  ids: readonly number[],
): Promise<Map<number, User>> {
  if (ids.length === 0) return new Map();
  const statement = scope(bot, 0, 1).statement(
    (from) => `
SELECT user_id, tupleElement(last_profile, 'first_name') AS first_name, tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username, tupleElement(last_profile, 'language') AS language_code,
  tupleElement(last_profile, 'is_premium') AS is_premium
FROM ${from.allUsers} AND user_id IN {users:Array(Int64)}`,
    { users: [...ids] },
  );
  const rows = await runQuery<Profile>(store, statement, { tag: 'demo users' });
  return new Map(
    rows.map(({ user_id, first_name, last_name, username, language_code, is_premium }) => [
      user_id,
      toUser(user_id, first_name, {
        ...(last_name !== '' && { last_name }),
        ...(username !== '' && { username }),
        ...(language_code !== '' && { language_code }),
        is_premium: Boolean(is_premium),
      }),
    ]),
  );
}

interface Profile {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  language_code: string;
  is_premium: boolean | number;
}
