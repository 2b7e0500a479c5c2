import { hash } from 'node:crypto';
import type { Event } from '@botscope/contract';
import { canonicalText } from './canonical-text.ts';
import type { Draft, Rejected } from './draft.ts';

/**
 * Names an event by its content, so that a copy of an update is recognised whenever and however it comes, and two
 * different updates that carry one update_id stay two. By chance alone, two of a thousand million events of one bot
 * would meet with a probability of 3 %.
 */
export function computeEventId({ received, update }: Pick<Draft, 'received' | 'update'>): Partial<Event> | Rejected {
  const content = canonicalText(update);
  return content === null ? { rejected: 'TooDeep' } : { id: hashEventId(`${received.bot} ${content}`) };
}

/** The first 64 bits of a text's SHA-256, as a decimal string. */
export function hashEventId(content: string): string {
  return BigInt(`0x${hash('sha256', content, 'hex').slice(0, 16)}`).toString();
}
