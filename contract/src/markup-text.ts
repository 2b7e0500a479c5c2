import { templateVariables } from './campaign-template.ts';
import type { EntityType } from './message-rules.ts';
import { dateTimeFormat } from './message-rules.ts';
import type { MessageEntity } from './messages.ts';

/** A text whose formatting lies beside it, or where the markup is wrong. `at` is a UTF-16 offset in the source. */
export type ParsedMarkup =
  | { text: string; entities: MessageEntity[] }
  | { at: number; problem: 'unclosed' | 'unexpected_end' | 'unknown_tag' | 'reserved' | 'wrong_attribute' };

/** The markup is wrong at a place; caught where a parser begins. */
export class MarkupError extends Error {
  readonly at: number;
  readonly problem: Extract<ParsedMarkup, { at: number }>['problem'];
  constructor(position: number, problem: Extract<ParsedMarkup, { at: number }>['problem']) {
    super(problem);
    this.at = position;
    this.problem = problem;
  }
}

/** A variable is one word to every parser, whatever its characters mean in the markup. */
const variable = new RegExp(
  String.raw`\{(?:${templateVariables.join('|')}|field\.[\w-]{1,64})(?:\|[^{}|]{0,256})?\}`,
  'y',
);

/** The variable that begins at a place; '' where none does. */
export function variableAt(source: string, position: number): string {
  if (source[position] !== '{') return '';
  variable.lastIndex = position;
  return variable.exec(source)?.[0] ?? '';
}

export type EntityDetails = Omit<MessageEntity, 'type' | 'offset' | 'length'>;

/** A text that grows, and the formats of its stretches. */
export function createMarkupText() {
  let text = '';
  const entities: MessageEntity[] = [];
  return {
    get length(): number {
      return text.length;
    },
    since: (offset: number): string => text.slice(offset),
    add(words: string): void {
      text += words;
    },
    /** Empty stretches have no format. */
    mark(type: EntityType, offset: number, details: EntityDetails = {}): void {
      if (text.length > offset) entities.push({ type, offset, length: text.length - offset, ...details });
    },
    done: () => ({ text, entities: inOrder(entities) }),
  };
}

/** Outer formats first, as Telegram lists them. */
export const inOrder = (entities: readonly MessageEntity[]): MessageEntity[] =>
  entities.toSorted((one, other) => one.offset - other.offset || other.length - one.length);

/** Returns the formatting of a link's words; null if the address is invalid. */
export function linkDetails(url: string): { type: EntityType; details: EntityDetails } | null {
  if (!URL.canParse(url)) return null;
  return { type: 'text_link', details: { url } };
}

/** `tg://emoji?id=…` or `tg://time?unix=…&format=…`; null for anything else. */
export function specialDetails(url: string): { type: EntityType; details: EntityDetails } | null {
  const [, kind, query = ''] = /^tg:\/\/(emoji|time)\/?\?(.*)$/.exec(url) ?? [];
  const params = new URLSearchParams(query);
  if (kind === 'emoji') return emojiDetails(params.get('id') ?? '');
  return kind === 'time' ? timeDetails(params.get('unix') ?? '', params.get('format') ?? '') : null;
}

export const emojiDetails = (id: string): { type: EntityType; details: EntityDetails } | null =>
  /^\d{1,20}$/.test(id) ? { type: 'custom_emoji', details: { custom_emoji_id: id } } : null;

export function timeDetails(unix: string, format: string): { type: EntityType; details: EntityDetails } | null {
  if (!/^\d{1,10}$/.test(unix) || Number(unix) >= 2 ** 31 || !dateTimeFormat.test(format)) return null;
  return { type: 'date_time', details: { unix_time: Number(unix), date_time_format: format } };
}
