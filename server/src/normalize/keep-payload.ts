import type { Event } from '@botscope/contract';
import type { Draft } from './draft.ts';

/** The update whole: what a later version understands better can be read again from it. */
export function keepPayload({ received, update }: Pick<Draft, 'received' | 'update'>): Partial<Event> {
  return { payload: received.raw ?? JSON.stringify(update) };
}
