import type { Event } from '@botscope/contract';
import { integer } from '../telegram/json.ts';
import type { Draft } from './draft.ts';

const DAY_S = 86_400;
const UNDATED = 2 ** 31;
/** Update ids that share a shelf: some 8,000, a few days of a middling bot. */
const IDS_PER_SHELF = 2 ** 13;

/** See `Event.shelf`. Neither the receipt nor the sender's date has a say, or a copy would lie elsewhere and count again. */
export function placeOnShelf({ update, event }: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (event.toldAt > 0) return { shelf: Math.floor(event.toldAt / DAY_S) };
  const id = Math.max(0, integer(update.update_id));
  return { shelf: UNDATED + (Math.floor(id / IDS_PER_SHELF) % UNDATED) };
}
