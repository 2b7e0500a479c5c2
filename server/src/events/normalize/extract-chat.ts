import type { Event } from '@botscope/contract';
import { readChat, readChatType } from '../../telegram/chat.ts';
import { anatomyOf, valueAt } from '../../telegram/update-anatomy.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

export function extractChat(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const { kind } = draft.event;
  // An inline query has the type of the chat in which it was typed, but not the chat.
  if (kind === 'inline_query') return { chatType: readChatType(contentOf(draft).chat_type) };
  const { chat: path } = anatomyOf(kind);
  return path === undefined ? nothingFound : readChat(valueAt(contentOf(draft), path));
}
