import type { Event } from '@botscope/contract';
import { dayMs } from '../../platform/time-units.ts';
import { integer } from '../../telegram/json.ts';
import { earliestMs, parseSenderTime } from '../../telegram/sender-time.ts';
import { anatomyOf, valueAt } from '../../telegram/update-anatomy.ts';
import { contentOf, type Draft } from './draft.ts';

/** Telegram's dates are 32-bit. */
const latestDateSeconds = 2 ** 32 - 1;

/** Telegram keeps an update for a day until a bot takes it: a time this far from its date is a wrong clock. */
const clockToleranceMs = 2 * dayMs;

/** When the bot received the update, and Telegram's own date. */
export function resolveTimestamps(draft: Pick<Draft, 'received' | 'update' | 'event'>): Partial<Event> {
  const seconds = sentAt(draft);
  const { isDateOfUpdate = true } = anatomyOf(draft.event.kind);
  return { time: trustedTime(draft.received, isDateOfUpdate ? seconds : 0), sentAt: seconds };
}

/**
 * When something happened, Unix ms: by the sender's date, else by our clock. Telegram's own date (Unix seconds, 0 = none)
 * wins where that is days away from it: one message stored with a clock five years ahead was the user's last contact, with
 * the name of that day, until that year. The time of receipt has no part in it where the sender gives a date, so that a
 * copy that comes months later is the same event.
 */
export function trustedTime(receipt: { date?: unknown; receivedAt: number }, telegramDate: number): number {
  const telegramMs = telegramDate * 1_000;
  // The sender's date may be right where our clock is days behind, and is then no date of the future.
  const time = senderTime(receipt.date, Math.max(receipt.receivedAt, telegramMs)) ?? receipt.receivedAt;
  const isWrongClock = telegramMs >= earliestMs && Math.abs(time - telegramMs) > clockToleranceMs;
  return isWrongClock ? telegramMs : time;
}

function sentAt(draft: Pick<Draft, 'update' | 'event'>): number {
  const { dates = [] } = anatomyOf(draft.event.kind);
  for (const path of dates) {
    const seconds = integer(valueAt(contentOf(draft), path));
    if (seconds > 0 && seconds <= latestDateSeconds) return seconds;
  }
  return 0;
}

/**
 * A sender's date in Unix milliseconds (sender-time.ts says in which forms); null for one that is absent, unreadable, without
 * a zone, before 2013 or more than a day after the receipt. A bad date must not lose an update, and a batch that is rejected
 * for it would be sent again forever.
 */
export function senderTime(date: unknown, receivedAt: number): number | null {
  const time = parseSenderTime(date, receivedAt);
  return typeof time === 'number' ? time : null;
}
