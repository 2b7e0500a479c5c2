import type { ErrorCode } from './errors.ts';

/** Telegram's limits on what a bot sends. Texts count code points, entity offsets and lengths UTF-16 units. */
export const messageLimits = {
  text: 4_096,
  caption: 1_024,
  entities: 100,
  /** More fit into a row, but nobody can read them. */
  buttonsOfRow: 8,
  buttons: 100,
  /** Bytes of the keyboard's JSON. */
  keyboard: 10_240,
  callbackBytes: 64,
  copyText: 256,
  /** Bytes of an uploaded file; of a photo. */
  file: 52_428_800,
  photo: 10_485_760,
  /** Time for which a sent message can be deleted, ms. */
  deletable: 48 * 3_600_000,
} as const;

/** Kinds of files that can be sent, and the method that sends each. */
export const mediaMethods = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  animation: 'sendAnimation',
  audio: 'sendAudio',
  document: 'sendDocument',
  voice: 'sendVoice',
} as const;
export type MediaKind = keyof typeof mediaMethods;
export const mediaKinds = Object.keys(mediaMethods) as [MediaKind, ...MediaKind[]];

/** Kinds of files in an album. */
export const albumKinds = ['photo', 'video', 'audio', 'document'] as const satisfies MediaKind[];
export type AlbumKind = (typeof albumKinds)[number];
/** Files of an album. */
export const albumLimits = { fewest: 2, most: 10 } as const;

export const entityTypes = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'code',
  'pre',
  'text_link',
  'blockquote',
  'expandable_blockquote',
  'custom_emoji',
  'date_time',
] as const;
export type EntityType = (typeof entityTypes)[number];

/** Colours of buttons: red, green, blue. */
export const buttonStyles = ['danger', 'success', 'primary'] as const;
export type ButtonStyle = (typeof buttonStyles)[number];

/** Format of a moment: `r` as “in 3 hours”, else the day of the week (w), the date (d, D) and the time (t, T). */
export const dateTimeFormat = /^(?:r|w?[dD]?[tT]?)$/;

/** The languages of markup that Telegram reads. */
export const parseModes = ['HTML', 'MarkdownV2', 'Markdown'] as const;
export type ParseMode = (typeof parseModes)[number];

interface RuleButton {
  text: string;
  url?: string | undefined;
  callback_data?: string | undefined;
  web_app?: string | undefined;
  copy_text?: string | undefined;
}

interface RuleEntity {
  type: EntityType;
  offset: number;
  length: number;
  url?: string | undefined;
  custom_emoji_id?: string | undefined;
  unix_time?: number | undefined;
  date_time_format?: string | undefined;
}

/** Part of a message that the rules check. */
export interface RuleContent {
  text: string;
  entities: readonly RuleEntity[];
  media?: unknown;
  buttons: readonly (readonly RuleButton[])[];
}

export interface MessageProblem {
  code: Extract<
    ErrorCode,
    | 'EmptyMessage'
    | 'MessageTooLong'
    | 'TooManyEntities'
    | 'InvalidEntity'
    | 'InvalidButton'
    | 'KeyboardTooLarge'
    | 'InvalidAlbum'
    | 'InvalidField'
  >;
  /** Path of the field. */
  path: (string | number)[];
}

export const codePoints = (text: string): number => [...text].length;
const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Why Telegram would refuse the message; empty if nothing is known against it. */
export function messageProblems(content: RuleContent): MessageProblem[] {
  const { text, entities, buttons } = content;
  const problems: MessageProblem[] = [];
  const add = (code: MessageProblem['code'], ...path: (string | number)[]): void => void problems.push({ code, path });
  const hasMedia = content.media !== undefined && content.media !== null;
  if (!hasMedia && text.trim() === '') add('EmptyMessage', 'text');
  if (codePoints(text) > (hasMedia ? messageLimits.caption : messageLimits.text)) add('MessageTooLong', 'text');
  if (entities.length > messageLimits.entities) add('TooManyEntities', 'entities');
  for (const [index, entity] of entities.entries()) {
    const isLost = entities.slice(0, index).some((other) => excludesOther(other, entity));
    if (isLost || !coversWholeCharacters(text, entity) || !hasItsOwn(entity)) add('InvalidEntity', 'entities', index);
  }
  for (const [row, items] of buttons.entries()) {
    if (items.length > messageLimits.buttonsOfRow || items.length === 0) add('KeyboardTooLarge', 'buttons', row);
    for (const [index, button] of items.entries()) {
      if (!isButton(button)) add('InvalidButton', 'buttons', row, index);
    }
  }
  const isLarge = buttons.flat().length > messageLimits.buttons;
  if (isLarge || countBytes(JSON.stringify(buttons)) > messageLimits.keyboard) add('KeyboardTooLarge', 'buttons');
  return problems;
}

/** Formats that Telegram splits where they cross others, so that nothing of them is lost but inside of code. */
const splitFormats: ReadonlySet<EntityType> = new Set(['bold', 'italic', 'underline', 'strikethrough', 'spoiler']);
const quotes: ReadonlySet<EntityType> = new Set(['blockquote', 'expandable_blockquote']);

/**
 * Whether Telegram drops one of two formats without a word, so that a link of a campaign leads nowhere: "All other
 * entities can't contain each other" (core.telegram.org/bots/api#formatting-options). Quotes contain what they do not
 * cross, other than quotes.
 */
function excludesOther(one: RuleEntity, other: RuleEntity): boolean {
  if (splitFormats.has(one.type) || splitFormats.has(other.type)) return false;
  const [end, otherEnd] = [one.offset + one.length, other.offset + other.length];
  if (end <= other.offset || otherEnd <= one.offset) return false;
  if (quotes.has(one.type) === quotes.has(other.type)) return true;
  const [quote, inner] = quotes.has(one.type) ? [one, other] : [other, one];
  return inner.offset < quote.offset || inner.offset + inner.length > quote.offset + quote.length;
}

/**
 * Whether a stretch of UTF-16 units is inside the text and cuts no character in two: most emoji have two units, and
 * Telegram answers "entity begins in a middle of a UTF-16 symbol".
 */
function coversWholeCharacters(text: string, { offset, length }: RuleEntity): boolean {
  const end = offset + length;
  return end <= text.length && !isInsideCharacter(text, offset) && !isInsideCharacter(text, end);
}

/** Whether an index in UTF-16 units lies between the two halves of a character. */
export const isInsideCharacter = (text: string, index: number): boolean => (text.codePointAt(index - 1) ?? 0) > 0xffff;

/** Whether a format has what it needs: a link its address, an emoji its ID, a moment the moment. */
function hasItsOwn({ type, url = '', custom_emoji_id = '', unix_time, date_time_format = '' }: RuleEntity): boolean {
  if (type === 'text_link') return isTelegramUrl(url);
  if (type === 'custom_emoji') return /^\d{1,20}$/.test(custom_emoji_id);
  return type !== 'date_time' || (unix_time !== undefined && dateTimeFormat.test(date_time_format));
}

/** A button does exactly one thing. */
function isButton({ text, url, callback_data, web_app, copy_text }: RuleButton): boolean {
  const actions = [url, callback_data, web_app, copy_text].filter((action) => action !== undefined);
  if (text.trim() === '' || actions.length !== 1) return false;
  if (url !== undefined) return isTelegramUrl(url);
  if (web_app !== undefined) return isHttps(web_app);
  if (copy_text !== undefined) return copy_text !== '' && codePoints(copy_text) <= messageLimits.copyText;
  const bytes = countBytes(callback_data ?? '');
  return bytes >= 1 && bytes <= messageLimits.callbackBytes;
}

/** Addresses that Telegram takes: http, https with a dot in the host, and its own schemes. */
export function isTelegramUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' || protocol === 'https:') return /[^.]\.[^.]/.test(hostname);
  return ['tg:', 'ton:', 'tonsite:'].includes(protocol);
}

const isHttps = (address: string): boolean => isTelegramUrl(address) && new URL(address).protocol === 'https:';
