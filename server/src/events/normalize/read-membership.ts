import type { Event } from '@botscope/contract';
import { child } from '../../telegram/json.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

/** Blocked or unblocked: Telegram tells so by the bot's own status in the private chat. In groups it is the group's affair. */
export function readMembership(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (draft.event.kind !== 'my_chat_member' || draft.event.chatType !== 'private') return nothingFound;
  const content = contentOf(draft);
  const before = child(content, 'old_chat_member').status;
  const after = child(content, 'new_chat_member').status;
  if (after === 'kicked') return { membership: 'blocked' };
  return before === 'kicked' && after === 'member' ? { membership: 'unblocked' } : nothingFound;
}
