import type { Event } from '@botscope/contract';
import { dayMs } from '../../platform/time-units.ts';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { boundedJson } from './bounded-json.ts';
import { hashEventId } from './event-id.ts';
import { senderTime } from './resolve-timestamps.ts';

/** A conversion that a bot's own code reports. */
export interface ReportedConversion {
  /** Public key of the bot. */
  bot: string;
  targetId: number;
  userId: number;
  /** When it happened, in any form that resolve-timestamps.ts reads; undefined or null = not reported. */
  date?: unknown;
  /** In the currency's smallest unit; negative = money given back. '' as currency = no value. */
  amount: number;
  currency: string;
  receivedAt: number;
  /** Distinguishes conversions without a date: each is an event of its own. */
  nonce: string;
}

/**
 * The event of a conversion. It is no action and no contact: it reports what a user did elsewhere, and counts once the
 * bot has contact with that user. With a date the content is its identity, so sending it again changes nothing; an
 * unreadable date still distinguishes conversions, and the receipt is then the time.
 */
export function conversionEvent(reported: ReportedConversion): Event {
  const { bot, targetId, userId, amount, currency, receivedAt } = reported;
  const date = reported.date ?? null;
  const time = senderTime(date, receivedAt);
  const moment = time ?? (date === null ? `undated ${reported.nonce}` : JSON.stringify(date));
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
    // The partition must not depend on the receipt where a copy can come.
    partitionKey:
      date === null ? Math.floor(receivedAt / dayMs) : partitionKeyFor(Math.floor((time ?? 0) / 1_000), userId),
    id: hashEventId(`${bot} conversion ${targetId} ${userId} ${amount} ${currency} ${moment}`),
    payload: boundedJson({
      conversion: { target_id: targetId, user_id: userId, amount, currency, date },
    }),
  };
}
