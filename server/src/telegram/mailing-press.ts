import { mailingPressPattern, mailingPressPrefix } from '@botscope/contract';
import { child, integer, isObject, type JsonObject, text } from './json.ts';

/** A press of one of our buttons below a campaign message. */
export interface MailingPress {
  action: 'unsubscribe' | 'subscribe';
  campaignId: number;
  userId: number;
  /** ID of the press, which waits for an answer. */
  queryId: string;
  /** IETF tag of the user's language, or ''. */
  language: string;
  messageId: number;
  /** The keyboard of the message; null where there is none to change. */
  keyboard: readonly (readonly JsonObject[])[] | null;
}

/** Null for every other update. Only private chats have campaign messages. */
export function readMailingPress(update: unknown): MailingPress | null {
  if (!isObject(update)) return null;
  const query = update.callback_query;
  if (!isObject(query) || typeof query.data !== 'string' || !query.data.startsWith(mailingPressPrefix)) return null;
  const [, action, campaign] = mailingPressPattern.exec(query.data) ?? [];
  const [from, message] = [child(query, 'from'), child(query, 'message')];
  const chat = child(message, 'chat');
  const userId = integer(from.id);
  if (action === undefined || userId === 0 || chat.type !== 'private') return null;
  return {
    action: action === 'subscribe' ? 'subscribe' : 'unsubscribe',
    campaignId: Number(campaign),
    userId,
    queryId: text(query.id, 64),
    language: text(from.language_code, 35),
    messageId: integer(message.message_id),
    keyboard: parseKeyboard(child(message, 'reply_markup').inline_keyboard),
  };
}

function parseKeyboard(rows: unknown): MailingPress['keyboard'] {
  if (!Array.isArray(rows)) return null;
  const isKeyboard = rows.every((row) => Array.isArray(row) && row.every(isObject));
  return isKeyboard ? (rows as JsonObject[][]) : null;
}
