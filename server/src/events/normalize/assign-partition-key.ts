import type { Event } from '@botscope/contract';
import { integer } from '../../telegram/json.ts';
import type { Draft } from './draft.ts';

const DAY_S = 86_400;
const UNDATED = 2 ** 31;
/** Update ids that share a partitionKey: some 8,000, a few days of a middling bot. */
const IDS_PER_SHELF = 2 ** 13;

/** See `Event.partitionKey`. Neither the receipt nor the sender's date has a say, or a copy would lie elsewhere and count again. */
export function assignPartitionKey({ update, event }: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  return { partitionKey: partitionKeyFor(event.sentAt, Math.max(0, integer(update.update_id))) };
}

/** The partitionKey of a date (Unix seconds), or without one (0) that of a number which belongs to the content. */
export function partitionKeyFor(sentAt: number, number: number): number {
  return sentAt > 0 ? Math.floor(sentAt / DAY_S) : UNDATED + (Math.floor(number / IDS_PER_SHELF) % UNDATED);
}
