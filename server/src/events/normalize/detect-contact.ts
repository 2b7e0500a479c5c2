import type { Event } from '@botscope/contract';
import type { Draft } from './draft.ts';

/** Whether the person has met the bot by this. Blocking counts too: one can only block a bot that one knows. */
export function detectContact({ event }: Pick<Draft, 'event'>): Partial<Event> {
  const isOwnStatus = event.kind === 'my_chat_member' && event.chatType === 'private';
  return { isContact: event.userId !== 0 && (event.isAction || isOwnStatus) };
}
