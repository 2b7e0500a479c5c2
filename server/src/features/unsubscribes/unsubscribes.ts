import { type Event, type MailingSettings, mailingPressPrefix, type UnsubscribeReason } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { inChunks } from '../../platform/metadata/jsonb.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type MailingPress, readMailingPress } from '../../telegram/mailing-press.ts';
import { type Complaints, createComplaints } from './complaints.ts';
import { createMailingSettings } from './mailing-settings.ts';
import {
  createUnsubscribeStore,
  type SubscriptionChange,
  type UnsubscribeRow,
  type UnsubscribeStore,
} from './unsubscribe-store.ts';

export type { Complaints } from './complaints.ts';
export type { StoredSubscription, UnsubscribeRow } from './unsubscribe-store.ts';

/** A press of history that is uploaded, or of a bot that pushes late, is not answered: Telegram refuses it, ms. */
const answerableMs = 60_000;
/** Telegram gives a press again until it is confirmed, and events follow what traffic has noted. */
const rememberedPresses = 1_000;
/** Presses of one write that are answered: a bot that pushes thousands at once has answered them itself. */
const maxAnswered = 100;

/** Text of the button by which a user returns. */
export const subscribeAgainText = (language: string): string =>
  language.startsWith('ru') ? 'Подписаться снова' : 'Subscribe again';

/** Users who have ended the mailings of a bot, and their ways to do so. */
export interface Unsubscribes extends Omit<UnsubscribeStore, 'change'> {
  /** From memory. */
  settingsOf(bot: string): MailingSettings;
  setSettings(bot: string, settings: MailingSettings): Promise<void>;
  /** A colleague does it for a user. False: nothing has changed. */
  subscribe(bot: string, userId: number, by: string): Promise<boolean>;
  /** A colleague does it for a user; for one who has unsubscribed already, it notes why. False: nothing has changed. */
  unsubscribe(
    bot: string,
    userId: number,
    why: { reason: UnsubscribeReason; note: string; by: string },
  ): Promise<boolean>;
  /** The bot does it by its API; `why` is null where the user wants mailings again. False: nothing has changed. */
  report(bot: string, userId: number, why: { reason: UnsubscribeReason | null; note: string } | null): Promise<boolean>;
  complaints: Complaints;
  /** Traffic kept a press from the bot: it is stored and answered. Never throws. */
  notePress(bot: string, press: MailingPress): void;
  /** Stores what events say; they may come twice, late, and after `notePress`. @throws AppError StoreUnavailable */
  noteEvents(events: readonly Event[]): Promise<void>;
  /** Calls back when something has changed for users of the bot. */
  onChange(listener: (bot: string) => void): void;
  /** Calls back for each press that waits for an answer, once, when it is stored. */
  onPress(listener: (bot: string, press: MailingPress) => void): void;
  close(): Promise<void>;
}

export async function createUnsubscribes(deps: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): Promise<Unsubscribes> {
  const { logger, now = Date.now } = deps;
  const { change: changeRows, ...rows } = createUnsubscribeStore(deps.db);
  const settings = await createMailingSettings(deps);
  const pressListeners = new Set<(bot: string, press: MailingPress) => void>();
  const changeListeners = new Set<(bot: string) => void>();
  const answeredPresses = new Set<string>();
  let unstored: (TimedPress & { bot: string })[] = [];
  let currentWrite: Promise<void> | null = null;

  async function change(bot: string, decisions: readonly SubscriptionChange[]): Promise<boolean> {
    if (decisions.length === 0) return false;
    const hasChanged = (await changeRows(bot, decisions)).size > 0;
    if (hasChanged) for (const listener of changeListeners) listener(bot);
    return hasChanged;
  }

  /** Has presses answered that are stored, each once. */
  function answerPresses(bot: string, presses: readonly TimedPress[]): void {
    for (const { press, at } of presses) {
      const key = `${bot} ${press.queryId}`;
      if (press.queryId === '' || answeredPresses.has(key) || now() - at > answerableMs) continue;
      answeredPresses.add(key);
      const [oldest] = answeredPresses;
      if (answeredPresses.size > rememberedPresses && oldest !== undefined) answeredPresses.delete(oldest);
      for (const listener of pressListeners) listener(bot, press);
    }
  }

  /** Stores what traffic has noted, one write at a time: what comes meanwhile goes with the next. */
  async function storePresses(): Promise<void> {
    while (unstored.length > 0) {
      const byBot = Map.groupBy(unstored, ({ bot }) => bot);
      unstored = [];
      for (const [bot, presses] of byBot) {
        try {
          const decisions = createDecisions();
          for (const press of presses) decisions.add(toDecision(press));
          await change(bot, decisions.list());
          answerPresses(bot, presses);
        } catch (error) {
          logger.warn({ err: error, bot }, 'unsubscriptions are stored with their events');
        }
      }
    }
    currentWrite = null;
  }

  /** Stores a decision unless it is known already. */
  async function decide(
    bot: string,
    userId: number,
    source: 'colleague' | 'api',
    explanation: { reason: UnsubscribeReason | null; note: string } | null,
    accountKey: string | null,
  ): Promise<boolean> {
    const currentEntry = (await rows.of(bot, [userId])).get(userId);
    if (explanation === null && currentEntry === undefined) return false;
    if (explanation !== null && currentEntry !== undefined) {
      const isSame = currentEntry.reason === explanation.reason && currentEntry.note === explanation.note;
      if (isSame || explanation.reason === null) return false;
    }
    const noted = { reason: explanation?.reason ?? null, note: explanation?.note ?? '', by: accountKey };
    return change(bot, [{ userId, isUnsubscribed: explanation !== null, at: now(), source, campaignId: null, noted }]);
  }

  return {
    ...rows,
    settingsOf: settings.of,
    setSettings: settings.set,
    complaints: createComplaints(deps.db),
    subscribe: (bot, userId, accountKey) => decide(bot, userId, 'colleague', null, accountKey),
    unsubscribe: (bot, userId, { by, ...explanation }) => decide(bot, userId, 'colleague', explanation, by),
    report: (bot, userId, explanation) => decide(bot, userId, 'api', explanation, null),
    notePress(bot, press) {
      unstored.push({ bot, press, at: now() });
      currentWrite ??= storePresses();
    },
    noteEvents: eventReader({ settings, rows, change, answerPresses }),
    onChange: (listener) => void changeListeners.add(listener),
    onPress: (listener) => void pressListeners.add(listener),
    async close() {
      settings.close();
      await currentWrite;
    },
  };
}

/** Reads commands and presses out of events. @throws AppError StoreUnavailable */
function eventReader({ settings, rows, change, answerPresses }: EventReaderParts) {
  /** Null: the event is none of ours. */
  function parseCommand(event: Event): SubscriptionChange | null {
    if (event.kind !== 'message' || event.type !== 'command' || event.chatType !== 'private') return null;
    const { command, return_command: returnCommand } = settings.of(event.bot);
    if (event.name !== command && event.name !== returnCommand) return null;
    const isUnsubscribed = event.name === command;
    return { userId: event.userId, isUnsubscribed, at: event.time, source: 'command', campaignId: null };
  }

  const isPress = ({ kind, name }: Event): boolean => kind === 'callback_query' && name.startsWith(mailingPressPrefix);
  const parsePress = (event: Event): MailingPress | null =>
    isPress(event) ? readMailingPress(parse(event.payload)) : null;

  /** Notes what a bot's events say, in a bounded number of statements however many there are. */
  async function noteBotEvents(bot: string, events: readonly Event[]): Promise<void> {
    const commands = events.map(parseCommand);
    const returningIds = commands.flatMap((one) => (one !== null && !one.isUnsubscribed ? [one.userId] : []));
    const unsubscribed = await loadUnsubscribedUsers(bot, [...new Set(returningIds)]);
    const presses: TimedPress[] = [];
    const decisions = createDecisions();
    for (const [index, event] of events.entries()) {
      const press = parsePress(event);
      if (press !== null) presses.push({ press, at: event.time });
      const decision = press === null ? commands[index] : toDecision({ press, at: event.time });
      if (decision == null) continue;
      const { isUnsubscribed, source, userId } = decision;
      // Users who have not unsubscribed do not return.
      if (source === 'command' && !isUnsubscribed && !unsubscribed.has(userId)) continue;
      if (isUnsubscribed) unsubscribed.add(userId);
      decisions.add(decision);
    }
    await change(bot, decisions.list());
    answerPresses(bot, presses.slice(-maxAnswered));
  }

  async function loadUnsubscribedUsers(bot: string, userIds: readonly number[]): Promise<Set<number>> {
    const unsubscribed = new Set<number>();
    for (const some of inChunks(userIds))
      for (const userId of (await rows.of(bot, some)).keys()) unsubscribed.add(userId);
    return unsubscribed;
  }

  return async (events: readonly Event[]): Promise<void> => {
    try {
      const relevant = events.filter((event) => parseCommand(event) !== null || isPress(event));
      const byBot = Map.groupBy(relevant, ({ bot }) => bot);
      for (const [bot, botEvents] of byBot) await noteBotEvents(bot, botEvents);
    } catch (error) {
      throw new AppError('StoreUnavailable', { cause: error });
    }
  };
}

interface EventReaderParts {
  settings: Pick<Awaited<ReturnType<typeof createMailingSettings>>, 'of'>;
  rows: Pick<ReturnType<typeof createUnsubscribeStore>, 'of'>;
  change(bot: string, decisions: readonly SubscriptionChange[]): Promise<boolean>;
  answerPresses(bot: string, presses: readonly TimedPress[]): void;
}

interface TimedPress {
  press: MailingPress;
  /** Unix ms. */
  at: number;
}

const toDecision = ({ press, at }: TimedPress): SubscriptionChange => {
  const { action, userId, campaignId } = press;
  return { userId, isUnsubscribed: action === 'unsubscribe', at, source: 'button', campaignId };
};

/** Decisions in their order. A user who sends one command 10,000 times decides once: of equal ones the first and the last count. */
function createDecisions() {
  const byUser = new Map<number, SubscriptionChange[]>();
  return {
    add(decision: SubscriptionChange): void {
      const userDecisions = byUser.get(decision.userId) ?? [];
      byUser.set(decision.userId, userDecisions);
      const [before, last] = userDecisions.slice(-2);
      const isRepeat = (one: SubscriptionChange | undefined): boolean =>
        one?.isUnsubscribed === decision.isUnsubscribed && one.at <= decision.at;
      if (isRepeat(before) && isRepeat(last)) userDecisions.pop();
      userDecisions.push(decision);
    },
    list: (): SubscriptionChange[] => [...byUser.values()].flat(),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** A decision as the dashboard and exports have it. */
export const presentUnsubscribe = (
  { isUnsubscribed, at, source, campaign, reason, note, by }: UnsubscribeRow,
  names: ReadonlyMap<string, string>,
) => ({
  is_unsubscribed: isUnsubscribed,
  at: at.toISOString(),
  source,
  campaign,
  reason,
  note,
  by: by === null ? null : (names.get(by) ?? null),
});
