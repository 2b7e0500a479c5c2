import { hash } from 'node:crypto';
import type { Event } from '@botscope/contract';
import { canonicalText } from './canonical-text.ts';
import type { Draft, Rejected } from './draft.ts';

/**
 * Names an event by its content, so that a copy of an update is recognised whenever and however it comes, and two
 * different updates that carry one update_id stay two. The first 64 bits of a SHA-256: by chance alone, two of a
 * thousand million events of one bot would meet with a probability of 3 %.
 */
export function identify({ received, update }: Pick<Draft, 'received' | 'update'>): Partial<Event> | Rejected {
  const content = canonicalText(update);
  if (content === null) return { rejected: 'The update is nested too deeply' };
  const digest = hash('sha256', `${received.bot} ${content}`, 'hex');
  return { id: BigInt(`0x${digest.slice(0, 16)}`).toString() };
}
