import type { Event } from '@botscope/contract';
import type { Draft } from './draft.ts';

/** The update whole, in Telegram's own form: what a later version understands better can be read again from it. */
export function attachPayload({ received, update }: Pick<Draft, 'received' | 'update'>): Partial<Event> {
  const raw = update === received.update ? received.raw : undefined;
  return { payload: raw ?? JSON.stringify(update) };
}
