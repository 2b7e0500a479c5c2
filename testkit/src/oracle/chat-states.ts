import type { Delivery } from './deliveries.ts';
import type { Fact } from './facts/fact.ts';
import { readEachDelivery } from './facts/facts.ts';
import { numberAt, objectAt, senderDate, wordAt } from './facts/json.ts';
import type { PayloadRules } from './facts/payload.ts';
import { readTelegramDate } from './facts/read-update.ts';

/** The states of a private chat; of one moment the later in this list wins. */
const states = ['never_opened', 'blocked', 'deleted', 'open'] as const;
export type CountedChat = (typeof states)[number];

/** The outcome of a campaign's message to a user. */
export interface CampaignAttempt {
  userId: number;
  /** Unix ms. */
  at: number;
  is: 'delivered' | 'blocked' | 'deactivated' | 'cannot_initiate' | 'chat_not_found' | 'no_answer';
}

interface News {
  userId: number;
  at: number;
  state: CountedChat;
}

const writing = ['message', 'edited_message', 'callback_query', 'message_reaction'];
const second = 1_000;

/**
 * Whether the bot may write to each user (docs/metrics.md, "Private chat"); those who are missing never opened the chat. Every
 * copy counts for itself: Telegram's date, which all copies have, orders what happened. Of one batch the first one counts.
 */
export function chatStatesByCounting(
  deliveries: readonly Delivery[],
  rules: PayloadRules,
  attempts: readonly CampaignAttempt[] = [],
): Map<number, CountedChat> {
  const last = new Map<number, News>();
  const ofBatches = new Set<string>();
  const news = [
    ...readEachDelivery(deliveries, rules).flatMap(({ delivery, fact }) => {
      const copy = `${fact.receivedAt} ${fact.key}`;
      if (ofBatches.has(copy)) return [];
      ofBatches.add(copy);
      return readNews(delivery, fact);
    }),
    ...attempts.flatMap(newsOfAttempt),
  ];
  for (const one of news) {
    const before = last.get(one.userId);
    const isLater = before === undefined || one.at > before.at;
    if (isLater || (one.at === before.at && states.indexOf(one.state) > states.indexOf(before.state)))
      last.set(one.userId, one);
  }
  return new Map([...last].map(([userId, { state }]) => [userId, state]));
}

function readNews(delivery: Delivery, fact: Fact): News[] {
  const { userId } = fact;
  if (userId <= 0) return [];
  const news = (state: CountedChat, timestamp: number): News[] => [{ userId, state, at: timestamp }];
  switch (delivery.way) {
    // A list says less than anything that happened.
    case 'list':
      return fact.membership === 'blocked' ? news('blocked', 1) : news('open', 0);
    case 'hit':
      return delivery.allowsWriting ? news('open', Math.floor(delivery.at / second) * second) : [];
    case 'call':
      return newsOfCall(delivery, fact).flatMap((state) => news(state, momentOfCall(delivery, fact)));
    case 'push':
    case 'file': {
      if (fact.chatType !== 'private') return [];
      const timestamp = withinSecond(fact.time, readTelegramDate(delivery.update));
      if (fact.membership !== '') return news(fact.membership === 'blocked' ? 'blocked' : 'open', timestamp);
      return fact.isAction && writing.includes(fact.kind) ? news('open', timestamp) : [];
    }
    default:
      return [];
  }
}

/** The state of the chat that Telegram's answer shows; nothing where the bot does not report it. */
function newsOfCall({ method, response }: Extract<Delivery, { way: 'call' }>, fact: Fact): CountedChat[] {
  const description = wordAt(response ?? {}, 'description');
  if (fact.membership === 'blocked') return [description.includes('deactivated') ? 'deleted' : 'blocked'];
  const isMessage = /^send|^copyMessage|^forwardMessage/.test(method) && method !== 'sendChatAction';
  if (!isMessage || fact.chatType !== 'private' || response === undefined) return [];
  if (numberAt(response, 'error_code') === 0) return ['open'];
  return /can't initiate conversation|chat not found/.test(description) ? ['never_opened'] : [];
}

/** The bot's date; without one that of the message that the call made. */
function momentOfCall({ date, response = {} }: Extract<Delivery, { way: 'call' }>, { time }: Fact): number {
  if (senderDate(date) !== null) return time;
  const message = objectAt(response, 'result');
  return withinSecond(time, (numberAt(message, 'edit_date') || numberAt(message, 'date')) * second || null);
}

/** A moment, moved into the second of Telegram's date where there is one. */
function withinSecond(moment: number, dated: number | null): number {
  if (dated === null) return moment;
  return Math.min(Math.max(moment, dated), dated + second - 1);
}

function newsOfAttempt({ userId, at, is }: CampaignAttempt): News[] {
  if (is === 'no_answer') return [];
  if (is === 'delivered') return [{ userId, at, state: 'open' }];
  if (is === 'blocked') return [{ userId, at, state: 'blocked' }];
  return [{ userId, at, state: is === 'deactivated' ? 'deleted' : 'never_opened' }];
}
