import type { MessageVersion, TextEntity } from '@botscope/contract';
import { integer, isObject, type JsonObject, text } from '../../../telegram/json.ts';
import { parseContent } from './content.ts';

/** Telegram's own limits: 4,096 characters of text, 100 entities, 100 buttons. */
const textLength = 4_096;
const maxEntities = 200;
const maxButtons = 100;

/** Addresses that a page may link to. */
const safeAddress = /^(?:https?:\/\/|tg:\/\/|mailto:)/i;

export const toIso = (ms: number): string => new Date(ms).toISOString();

/** Parses a version of a message; `time` is when it was sent or edited (Unix ms). */
export function parseVersion(message: JsonObject, time: number): MessageVersion {
  const hasText = typeof message.text === 'string';
  return {
    at: toIso(time),
    text: text(hasText ? message.text : message.caption, textLength),
    entities: parseEntities(hasText ? message.entities : message.caption_entities),
    content: parseContent(message),
    keyboard: parseKeyboard(message.reply_markup),
  };
}

function parseEntities(value: unknown): TextEntity[] {
  const list = structured(value);
  if (!Array.isArray(list)) return [];
  return list
    .filter(isObject)
    .slice(0, maxEntities)
    .map((entity) => {
      const url = text(entity.url, 2_048);
      return {
        type: text(entity.type, 32),
        offset: integer(entity.offset),
        length: integer(entity.length),
        ...(safeAddress.test(url) ? { url } : {}),
        ...(typeof entity.language === 'string' ? { language: text(entity.language, 32) } : {}),
      };
    })
    .filter(({ offset, length }) => offset >= 0 && length > 0);
}

/** The rows of an inline keyboard; of other markups nothing stays with the message. */
export function parseKeyboard(markup: unknown): MessageVersion['keyboard'] {
  const value = structured(markup);
  const rows = isObject(value) ? value.inline_keyboard : undefined;
  if (!Array.isArray(rows)) return [];
  return rows.slice(0, maxButtons).map((row) =>
    (Array.isArray(row) ? row : [])
      .filter(isObject)
      .slice(0, maxButtons)
      .map((button) => {
        const app = isObject(button.web_app) ? button.web_app.url : undefined;
        const url = text(button.url ?? app, 2_048);
        return {
          text: text(button.text, 256),
          data: text(button.callback_data, 64),
          url: safeAddress.test(url) ? url : '',
        };
      }),
  );
}

/** Parameters of calls are JSON values, or their text where a client sends forms. */
export function structured(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
