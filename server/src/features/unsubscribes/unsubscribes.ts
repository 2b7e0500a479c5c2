import type { Event, MailingSettings, UnsubscribeReason } from '@botscope/contract';
import { mailingPressPrefix } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type MailingPress, readMailingPress } from '../../telegram/mailing-press.ts';
import { type Complaints, createComplaints } from './complaints.ts';
import { createMailingSettings } from './mailing-settings.ts';
import { createUnsubscribeStore, type SubscriptionChange, type UnsubscribeStore } from './unsubscribe-store.ts';

export type { Complaints } from './complaints.ts';
export { presentUnsubscribe } from './present-unsubscribe.ts';
export type { StoredSubscription, UnsubscribeRow } from './unsubscribe-store.ts';

/** A press of history that is uploaded, or of a bot that pushes late, is not answered: Telegram refuses it, ms. */
const answerableMs = 60_000;
/** Telegram gives a press again until it is confirmed, and events follow what traffic has noted. */
const rememberedPresses = 1_000;

/** Of the button by which a user returns. */
export const subscribeAgainText = (language: string): string =>
  language.startsWith('ru') ? 'Подписаться снова' : 'Subscribe again';

/** Who has ended the mailings of a bot, and how users do that. */
export interface Unsubscribes extends Omit<UnsubscribeStore, 'change'> {
  /** From memory. */
  settingsOf(bot: string): MailingSettings;
  setSettings(bot: string, settings: MailingSettings): Promise<void>;
  /** A colleague does it for a user. False: nothing has changed. */
  subscribe(bot: string, userId: number, by: string): Promise<boolean>;
  /** The same; of a user who has unsubscribed, it notes why. */
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
  /** What events say; they may come twice, late, and after `notePress`. @throws AppError StoreUnavailable */
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
  const { change: changeRow, ...rows } = createUnsubscribeStore(deps.db);
  const settings = await createMailingSettings(deps);
  const listeners = new Set<(bot: string, press: MailingPress) => void>();
  const changeListeners = new Set<(bot: string) => void>();
  const noted = new Set<string>();
  const pending = new Set<Promise<void>>();

  async function change(bot: string, decision: SubscriptionChange): Promise<boolean> {
    const hasChanged = await changeRow(bot, decision);
    if (hasChanged) for (const listener of changeListeners) listener(bot);
    return hasChanged;
  }

  async function store(bot: string, press: MailingPress, at: number): Promise<void> {
    const { action, userId, campaignId, queryId } = press;
    await change(bot, { userId, isUnsubscribed: action === 'unsubscribe', at, source: 'button', campaignId });
    const key = `${bot} ${queryId}`;
    if (queryId === '' || noted.has(key) || now() - at > answerableMs) return;
    noted.add(key);
    const [oldest] = noted;
    if (noted.size > rememberedPresses && oldest !== undefined) noted.delete(oldest);
    for (const listener of listeners) listener(bot, press);
  }

  /** Null: the event is none of ours. */
  function commandOf(event: Event): SubscriptionChange | null {
    if (event.kind !== 'message' || event.type !== 'command' || event.chatType !== 'private') return null;
    const { command, return_command: returns } = settings.of(event.bot);
    if (event.name !== command && event.name !== returns) return null;
    const isUnsubscribed = event.name === command;
    return { userId: event.userId, isUnsubscribed, at: event.time, source: 'command', campaignId: null };
  }

  async function noteEvent(event: Event): Promise<void> {
    if (event.kind === 'callback_query' && event.name.startsWith(mailingPressPrefix)) {
      const press = readMailingPress(parse(event.payload));
      if (press !== null) await store(event.bot, press, event.time);
      return;
    }
    const command = commandOf(event);
    if (command === null) return;
    // Who has not unsubscribed does not return.
    if (!command.isUnsubscribed && !(await rows.of(event.bot, [command.userId])).has(command.userId)) return;
    await change(event.bot, command);
  }

  /** What is known already changes nothing. */
  async function decide(
    bot: string,
    userId: number,
    source: 'colleague' | 'api',
    why: { reason: UnsubscribeReason | null; note: string } | null,
    by: string | null,
  ): Promise<boolean> {
    const known = (await rows.of(bot, [userId])).get(userId);
    if (why === null && known === undefined) return false;
    if (why !== null && known !== undefined) {
      const isSame = known.reason === why.reason && known.note === why.note;
      if (isSame || why.reason === null) return false;
    }
    const noted = { reason: why?.reason ?? null, note: why?.note ?? '', by };
    return change(bot, { userId, isUnsubscribed: why !== null, at: now(), source, campaignId: null, noted });
  }

  return {
    ...rows,
    settingsOf: settings.of,
    setSettings: settings.set,
    complaints: createComplaints(deps.db),
    subscribe: (bot, userId, by) => decide(bot, userId, 'colleague', null, by),
    unsubscribe: (bot, userId, { by, ...why }) => decide(bot, userId, 'colleague', why, by),
    report: (bot, userId, why) => decide(bot, userId, 'api', why, null),
    notePress(bot, press) {
      const storing = store(bot, press, now())
        .catch((error: unknown) => logger.warn({ err: error, bot }, 'an unsubscription is stored with its event'))
        .finally(() => pending.delete(storing));
      pending.add(storing);
    },
    async noteEvents(events) {
      try {
        for (const event of events) await noteEvent(event);
      } catch (error) {
        throw new AppError('StoreUnavailable', { cause: error });
      }
    },
    onChange: (listener) => void changeListeners.add(listener),
    onPress: (listener) => void listeners.add(listener),
    async close() {
      settings.close();
      await Promise.all(pending);
    },
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
