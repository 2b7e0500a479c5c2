import type { Event } from '@botscope/contract';
import { integer } from '../../telegram/json.ts';
import { parseSenderTime } from '../../telegram/sender-time.ts';
import { anatomyOf, valueAt } from '../../telegram/update-anatomy.ts';
import { contentOf, type Draft } from './draft.ts';

/** Telegram's dates are 32-bit. */
const latestDateSeconds = 2 ** 32 - 1;

/** When the bot received the update, and Telegram's own date. */
export function resolveTimestamps(draft: Pick<Draft, 'received' | 'update' | 'event'>): Partial<Event> {
  const { date, receivedAt } = draft.received;
  return { time: senderTime(date, receivedAt) ?? receivedAt, sentAt: sentAt(draft) };
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
