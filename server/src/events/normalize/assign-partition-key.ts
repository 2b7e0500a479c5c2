import type { Event } from '@botscope/contract';
import { integer } from '../../telegram/json.ts';
import type { Draft } from './draft.ts';

const daySeconds = 86_400;
const undatedKeys = 2 ** 31;
/** Update ids that share a partition key: some 8,000, a few days of an average bot. */
const idsPerKey = 2 ** 13;

/** See `Event.partitionKey`. It does not depend on the receipt or the sender's date: a copy would get another key and count twice. */
export function assignPartitionKey({ update, event }: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  return { partitionKey: partitionKeyFor(event.sentAt, Math.max(0, integer(update.update_id))) };
}

/** The key of a date (Unix seconds), or without a date (0) of a number that belongs to the content. */
export function partitionKeyFor(sentAt: number, number: number): number {
  return sentAt > 0 ? Math.floor(sentAt / daySeconds) : undatedKeys + (Math.floor(number / idsPerKey) % undatedKeys);
}
