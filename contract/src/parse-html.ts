import {
  createMarkupText,
  type EntityDetails,
  emojiDetails,
  linkDetails,
  MarkupError,
  type ParsedMarkup,
  timeDetails,
  variableAt,
} from './markup-text.ts';
import type { EntityType } from './message-rules.ts';

const tags: Readonly<Record<string, EntityType>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  span: 'spoiler',
  'tg-spoiler': 'spoiler',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  a: 'text_link',
  'tg-emoji': 'custom_emoji',
  'tg-time': 'date_time',
};
const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

const openTag = /<([a-z][\w-]*)((?:\s+[\w-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[\w.-]+))?)*)\s*\/?>/iy;
const closeTag = /<\/([a-z][\w-]*)?\s*>/iy;
const attribute = /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+)))?/g;
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot));/iy;

interface OpenTag {
  name: string;
  offset: number;
  attributes: ReadonlyMap<string, string>;
  at: number;
}

/** Telegram's HTML: its tags and no others, and what it silently drops is dropped as well. Never throws. */
export function parseHtml(source: string): ParsedMarkup {
  try {
    return readHtml(source);
  } catch (error) {
    if (error instanceof MarkupError) return { at: error.at, problem: error.problem };
    throw error;
  }
}

function readHtml(source: string): ParsedMarkup {
  const out = createMarkupText();
  const open: OpenTag[] = [];
  for (let at = 0; at < source.length; ) {
    const variable = variableAt(source, at);
    if (variable !== '') {
      out.add(variable);
      at += variable.length;
    } else if (source[at] === '<') {
      const found = source[at + 1] === '/' ? matchAt(closeTag, source, at) : matchAt(openTag, source, at);
      if (found === null) throw new MarkupError(at, 'unknown_tag');
      const name = (found[1] ?? '').toLowerCase();
      if (source[at + 1] === '/') close(out, open, name, at);
      else {
        if (!(name in tags)) throw new MarkupError(at, 'unknown_tag');
        const attributes = readAttributes(found[2] ?? '');
        if (name === 'span' && attributes.get('class') !== 'tg-spoiler') throw new MarkupError(at, 'wrong_attribute');
        open.push({ name, offset: out.length, attributes, at });
      }
      at += found[0].length;
    } else {
      const found = source[at] === '&' ? matchAt(reference, source, at) : null;
      out.add(found === null ? (source[at] ?? '') : decode(found));
      at += found === null ? 1 : found[0].length;
    }
  }
  const last = open.at(-1);
  if (last !== undefined) throw new MarkupError(last.at, 'unclosed');
  return out.done();
}

/** `</>` closes the last one. */
function close(out: ReturnType<typeof createMarkupText>, open: OpenTag[], name: string, at: number): void {
  const tag = open.pop();
  if (tag === undefined || (name !== '' && name !== tag.name)) throw new MarkupError(at, 'unexpected_end');
  const { offset, attributes } = tag;
  const type = tags[tag.name] ?? 'bold';
  // `<pre><code class="language-x">` is one block that knows its language.
  if (type === 'code' && open.at(-1)?.name === 'pre' && open.at(-1)?.offset === offset) {
    const [, language] = /^language-(.{1,64})$/s.exec(attributes.get('class') ?? '') ?? [];
    const pre = open.pop();
    if (pre !== undefined) open.push({ ...pre, attributes: new Map(language ? [['language', language]] : []) });
    return;
  }
  const made = detailsOf(type, attributes, out.since(offset));
  if (made !== null) out.mark(made.type, offset, made.details);
}

/** Null: Telegram leaves the words without the format. */
function detailsOf(
  type: EntityType,
  attributes: ReadonlyMap<string, string>,
  words: string,
): { type: EntityType; details: EntityDetails } | null {
  const given = (name: string): string => attributes.get(name) ?? '';
  if (type === 'text_link') return linkDetails(given('href') || words);
  if (type === 'custom_emoji') return emojiDetails(given('emoji-id'));
  if (type === 'date_time') return timeDetails(given('unix'), given('format'));
  if (type === 'blockquote')
    return { type: attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote', details: {} };
  const language = attributes.get('language');
  return { type, details: type === 'pre' && language !== undefined ? { language } : {} };
}

function readAttributes(words: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of words.matchAll(attribute)) {
    found.set(name.toLowerCase(), decodeAll(double ?? single ?? (bare ?? '').toLowerCase()));
  }
  return found;
}

const decodeAll = (words: string): string =>
  words.replaceAll(new RegExp(reference.source, 'gi'), (...found) => decode(found as unknown as RegExpExecArray));

function decode([whole, decimal, hexadecimal, name]: readonly (string | undefined)[]): string {
  if (name !== undefined) return characters[name.toLowerCase()] ?? '';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : (whole ?? '');
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}
