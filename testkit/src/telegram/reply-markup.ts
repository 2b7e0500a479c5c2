import type { InlineButton, InlineKeyboard } from '@botscope/server/simulation/users/telegram-types.ts';
import { badRequest } from './errors.ts';
import { isRecord, type Params } from './params.ts';

/** The inline keyboard of a call, checked; reply keyboards and removals are accepted and not part of the message. */
export function readInlineKeyboard(params: Params): InlineKeyboard | undefined {
  const markup = params.json('reply_markup', 'reply keyboard markup');
  if (markup === undefined || markup === null) return undefined;
  if (!isRecord(markup)) throw badRequest('object expected as reply markup');
  const rows = markup.inline_keyboard;
  if (rows === undefined) return undefined;
  if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array');
  const inline_keyboard = rows.map((row) => {
    if (!Array.isArray(row))
      throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
    return row.map(readButton);
  });
  return inline_keyboard.some((row) => row.length > 0) ? { inline_keyboard } : undefined;
}

const actions = [
  'url',
  'callback_data',
  'web_app',
  'login_url',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
  'copy_text',
  'callback_game',
  'pay',
];

function readButton(button: unknown): InlineButton {
  if (!isRecord(button)) throw badRequest("can't parse inline keyboard button: InlineKeyboardButton must be an Object");
  const { text, callback_data } = button;
  if (typeof text !== 'string') {
    throw badRequest('can\'t parse inline keyboard button: Can\'t find field "text"');
  }
  if (!actions.some((action) => button[action] !== undefined)) {
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  }
  if (callback_data !== undefined) {
    const bytes = Buffer.byteLength(String(callback_data));
    if (bytes < 1 || bytes > 64) throw badRequest('BUTTON_DATA_INVALID');
  }
  if (typeof button.url === 'string' && !/^(https?|tg|ton):\/\/|^[\w-]+\.\w+/.test(button.url)) {
    throw badRequest('BUTTON_URL_INVALID');
  }
  return { ...button, text };
}
