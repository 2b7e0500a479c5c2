import type { Event, MailingSettings } from '@botscope/contract';
import { mailingPressPrefix } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type MailingPress, readMailingPress } from '../../telegram/mailing-press.ts';
import { createMailingSettings } from './mailing-settings.ts';
import { createUnsubscribeStore, type SubscriptionChange, type UnsubscribeStore } from './unsubscribe-store.ts';

export type { UnsubscribeRow } from './unsubscribe-store.ts';

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
  subscribe(bot: string, userId: number): Promise<boolean>;
  /** Traffic kept a press from the bot: it is stored and answered. Never throws. */
  notePress(bot: string, press: MailingPress): void;
  /** What events say; they may come twice, late, and after `notePress`. @throws AppError StoreUnavailable */
  noteEvents(events: readonly Event[]): Promise<void>;
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
  const { change, ...rows } = createUnsubscribeStore(deps.db);
  const settings = await createMailingSettings(deps);
  const listeners = new Set<(bot: string, press: MailingPress) => void>();
  const noted = new Set<string>();
  const pending = new Set<Promise<void>>();

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
    if (event.name !== settings.of(event.bot).command) return null;
    return { userId: event.userId, isUnsubscribed: true, at: event.time, source: 'command', campaignId: null };
  }

  async function noteEvent(event: Event): Promise<void> {
    if (event.kind === 'callback_query' && event.name.startsWith(mailingPressPrefix)) {
      const press = readMailingPress(parse(event.payload));
      if (press !== null) await store(event.bot, press, event.time);
      return;
    }
    const command = commandOf(event);
    if (command !== null) await change(event.bot, command);
  }

  return {
    ...rows,
    settingsOf: settings.of,
    setSettings: settings.set,
    subscribe: (bot, userId) =>
      change(bot, { userId, isUnsubscribed: false, at: now(), source: 'colleague', campaignId: null }),
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
