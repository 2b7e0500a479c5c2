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
  position: number;
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
  const output = createMarkupText();
  const open: OpenTag[] = [];
  for (let position = 0; position < source.length; ) {
    const variable = variableAt(source, position);
    if (variable !== '') {
      output.add(variable);
      position += variable.length;
    } else if (source[position] === '<') {
      const tagMatch =
        source[position + 1] === '/' ? matchAt(closeTag, source, position) : matchAt(openTag, source, position);
      if (tagMatch === null) throw new MarkupError(position, 'unknown_tag');
      const name = (tagMatch[1] ?? '').toLowerCase();
      if (source[position + 1] === '/') close(output, open, name, position);
      else {
        if (!(name in tags)) throw new MarkupError(position, 'unknown_tag');
        const attributes = readAttributes(tagMatch[2] ?? '');
        if (name === 'span' && attributes.get('class') !== 'tg-spoiler')
          throw new MarkupError(position, 'wrong_attribute');
        open.push({ name, offset: output.length, attributes, position });
      }
      position += tagMatch[0].length;
    } else {
      const referenceMatch = source[position] === '&' ? matchAt(reference, source, position) : null;
      output.add(referenceMatch === null ? (source[position] ?? '') : decode(referenceMatch));
      position += referenceMatch === null ? 1 : referenceMatch[0].length;
    }
  }
  const last = open.at(-1);
  if (last !== undefined) throw new MarkupError(last.position, 'unclosed');
  return output.done();
}

/** `</>` closes the last one. */
function close(output: ReturnType<typeof createMarkupText>, open: OpenTag[], name: string, position: number): void {
  const tag = open.pop();
  if (tag === undefined || (name !== '' && name !== tag.name)) throw new MarkupError(position, 'unexpected_end');
  const { offset, attributes } = tag;
  const type = tags[tag.name] ?? 'bold';
  // `<pre><code class="language-x">` is one block that knows its language.
  if (type === 'code' && open.at(-1)?.name === 'pre' && open.at(-1)?.offset === offset) {
    const [, language] = /^language-(.{1,64})$/s.exec(attributes.get('class') ?? '') ?? [];
    const pre = open.pop();
    if (pre !== undefined) open.push({ ...pre, attributes: new Map(language ? [['language', language]] : []) });
    return;
  }
  const format = parseFormat(type, attributes, output.since(offset));
  if (format !== null) output.mark(format.type, offset, format.details);
}

/** Null: Telegram keeps the text without the format. */
function parseFormat(
  type: EntityType,
  attributes: ReadonlyMap<string, string>,
  words: string,
): { type: EntityType; details: EntityDetails } | null {
  const getValue = (name: string): string => attributes.get(name) ?? '';
  if (type === 'text_link') return linkDetails(getValue('href') || words);
  if (type === 'custom_emoji') return emojiDetails(getValue('emoji-id'));
  if (type === 'date_time') return timeDetails(getValue('unix'), getValue('format'));
  if (type === 'blockquote')
    return { type: attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote', details: {} };
  const language = attributes.get('language');
  return { type, details: type === 'pre' && language !== undefined ? { language } : {} };
}

function readAttributes(words: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', doubleQuotedValue, singleQuotedValue, bareValue] of words.matchAll(attribute)) {
    attributes.set(
      name.toLowerCase(),
      decodeAll(doubleQuotedValue ?? singleQuotedValue ?? (bareValue ?? '').toLowerCase()),
    );
  }
  return attributes;
}

const decodeAll = (words: string): string =>
  words.replaceAll(new RegExp(reference.source, 'gi'), (...match) => decode(match as unknown as RegExpExecArray));

function decode([fullMatch, decimal, hexadecimal, name]: readonly (string | undefined)[]): string {
  if (name !== undefined) return characters[name.toLowerCase()] ?? '';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : (fullMatch ?? '');
}

function matchAt(pattern: RegExp, source: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(source);
}
