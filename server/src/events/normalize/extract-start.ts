import type { Event } from '@botscope/contract';
import { text } from '../../telegram/json.ts';
import { parseCommand } from './command.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';
import { parseStartPayload } from './start-payload.ts';

/** Telegram allows 64 characters in a link, and 512 in a Mini App's; people can type more by hand. */
const payloadLength = 512;

/** `/start` in the private chat, and the payload of the link that led there. In groups it only adds the bot to the group. */
export function extractStart(draft: Pick<Draft, 'update' | 'event' | 'rules'>): Partial<Event> {
  const { event } = draft;
  const isStart =
    event.kind === 'message' &&
    event.chatType === 'private' &&
    event.isAction &&
    event.name === '/start' &&
    event.type === 'command';
  if (!isStart) return nothingFound;
  const startPayload = text(parseCommand(contentOf(draft))?.rest, payloadLength);
  return { isStart, startPayload, ...parseStartPayload(startPayload, draft.rules) };
}
