import type { Event } from '@botscope/contract';
import { child } from '../../telegram/json.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

/** Blocked or unblocked, by the bot's own status in the private chat. A status in a group concerns the group, not a user. */
export function detectMembershipChange(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (draft.event.kind !== 'my_chat_member' || draft.event.chatType !== 'private') return nothingFound;
  const content = contentOf(draft);
  const before = child(content, 'old_chat_member').status;
  const after = child(content, 'new_chat_member').status;
  if (after === 'kicked') return { membership: 'blocked' };
  return before === 'kicked' && after === 'member' ? { membership: 'unblocked' } : nothingFound;
}
