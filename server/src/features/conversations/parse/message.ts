import type { ConversationMessage } from '@botscope/contract';
import { child, integer, isObject, type JsonObject, text } from '../../../telegram/json.ts';
import type { HistoryRow } from '../read/history.ts';
import { cursorOf } from '../read/position.ts';
import { parseVersion, toIso } from './version.ts';

type Event = Pick<HistoryRow, 'id' | 'at_ms' | 'direction'>;

const quotedLength = 200;

/** The item of a message as Telegram describes it. */
export function messageItem(event: Event, message: JsonObject): ConversationMessage {
  return {
    id: event.id,
    cursor: cursorOf(event),
    at: toIso(event.at_ms),
    way: event.direction,
    type: 'message',
    message_id: integer(message.message_id),
    versions: [parseVersion(message, event.at_ms)],
    is_original_missing: false,
    reply_to: parseReply(message),
    album: text(message.media_group_id, 64),
    forwarded_from: parseForward(message),
    pressed: [],
    reactions: [],
    deleted_at: null,
    state: 'sent',
    error: '',
  };
}

function parseReply(message: JsonObject): ConversationMessage['reply_to'] {
  const reply = message.reply_to_message;
  if (!isObject(reply) || integer(reply.message_id) === 0) return null;
  const date = integer(reply.date);
  return {
    message_id: integer(reply.message_id),
    at: date > 0 ? toIso(date * 1_000) : null,
    text: text(reply.text ?? reply.caption, quotedLength),
    way: child(reply, 'from').is_bot === true ? 'out' : 'in',
  };
}

/** Name of the original sender, from Telegram's present and former fields. */
function parseForward(message: JsonObject): string {
  const origin = child(message, 'forward_origin');
  const user = [child(origin, 'sender_user'), child(message, 'forward_from')].find(({ first_name: name }) => name);
  const chat = [child(origin, 'chat'), child(origin, 'sender_chat'), child(message, 'forward_from_chat')].find(
    ({ title }) => title,
  );
  const name = user ? [user.first_name, user.last_name].filter((part) => typeof part === 'string').join(' ') : '';
  return text(name || chat?.title || origin.sender_user_name || message.forward_sender_name, 256);
}
