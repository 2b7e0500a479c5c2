import type { Event } from '@botscope/contract';
import { dayMs } from '../../platform/time-units.ts';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { boundedJson } from './bounded-json.ts';
import { identityOf } from './identify.ts';
import { senderTime } from './tell-time.ts';

/** A conversion that a bot's own code tells of. */
export interface ToldConversion {
  /** Public key of the bot. */
  bot: string;
  targetId: number;
  userId: number;
  /** When it happened, in any form that tell-time.ts reads; undefined or null = not told. */
  date?: unknown;
  /** In the currency's smallest unit; negative = money given back. '' as currency = no value. */
  amount: number;
  currency: string;
  receivedAt: number;
  /** Tells conversions without a date apart: each is one of its own. */
  nonce: string;
}

/**
 * The event of a conversion. No action and no meeting: it says what somebody did elsewhere, and counts once that person
 * has met the bot. With a date the content is its identity, so that sending it again changes nothing; an unreadable
 * date still tells one conversion from another, and the receipt is then its time.
 */
export function conversionEvent(told: ToldConversion): Event {
  const { bot, targetId, userId, amount, currency, receivedAt } = told;
  const date = told.date ?? null;
  const time = senderTime(date, receivedAt);
  const moment = time ?? (date === null ? `undated ${told.nonce}` : JSON.stringify(date));
  return {
    ...blankEvent({ bot, receivedAt }),
    userId,
    chatId: userId,
    kind: 'conversion',
    name: String(targetId),
    amount,
    currency,
    time: time ?? receivedAt,
    sentAt: time === null ? 0 : Math.floor(time / 1_000),
    // Where a copy can come, the receipt must not say where it lies.
    partitionKey:
      date === null ? Math.floor(receivedAt / dayMs) : partitionKeyFor(Math.floor((time ?? 0) / 1_000), userId),
    id: identityOf(`${bot} conversion ${targetId} ${userId} ${amount} ${currency} ${moment}`),
    payload: boundedJson({
      conversion: { target_id: targetId, user_id: userId, amount, currency, date },
    }),
  };
}
