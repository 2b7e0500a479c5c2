import type { Event } from '@botscope/contract';
import { integer } from '../../telegram/json.ts';
import type { Draft } from './draft.ts';

const DAY_S = 86_400;
const UNDATED = 2 ** 31;
/** Update ids that share a shelf: some 8,000, a few days of a middling bot. */
const IDS_PER_SHELF = 2 ** 13;

/** See `Event.shelf`. Neither the receipt nor the sender's date has a say, or a copy would lie elsewhere and count again. */
export function placeOnShelf({ update, event }: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  return { shelf: shelfOf(event.toldAt, Math.max(0, integer(update.update_id))) };
}

/** The shelf of a date (Unix seconds), or without one (0) that of a number which belongs to the content. */
export function shelfOf(toldAt: number, number: number): number {
  return toldAt > 0 ? Math.floor(toldAt / DAY_S) : UNDATED + (Math.floor(number / IDS_PER_SHELF) % UNDATED);
}
