import {
  createMarkupText,
  type EntityDetails,
  linkDetails,
  MarkupError,
  type ParsedMarkup,
  specialDetails,
  variableAt,
} from './markup-text.ts';
import type { EntityType } from './message-rules.ts';

type Made = { type: EntityType; details: EntityDetails };

/** A format that is open. `mark` ends it; of a link, `](…)` does. */
interface Open {
  mark: string;
  type: EntityType;
  offset: number;
  at: number;
}

/** The longest first: `__` is underlining before it is two italics. */
const marks: readonly (readonly [mark: string, type: EntityType])[] = [
  ['||', 'spoiler'],
  ['__', 'underline'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strikethrough'],
];
const reserved = '_*[]()~`>#+-=|{}.!';

/** Telegram's MarkdownV2. Never throws. */
export function parseMarkdownV2(source: string): ParsedMarkup {
  return caught(() => readV2(source));
}

/** Telegram's old Markdown: nothing lies in anything else. Never throws. */
export function parseMarkdown(source: string): ParsedMarkup {
  return caught(() => readLegacy(source));
}

function caught(read: () => ParsedMarkup): ParsedMarkup {
  try {
    return read();
  } catch (error) {
    if (error instanceof MarkupError) return { at: error.at, problem: error.problem };
    throw error;
  }
}

function readV2(source: string): ParsedMarkup {
  const out = createMarkupText();
  const open: Open[] = [];
  let quote: { offset: number; isExpandable: boolean } | null = null;
  const endQuote = (isExpandable: boolean): void => {
    if (quote !== null) out.mark(isExpandable ? 'expandable_blockquote' : 'blockquote', quote.offset);
    quote = null;
  };
  for (let at = 0; at < source.length; ) {
    const isLineStart = at === 0 || source[at - 1] === '\n';
    const starts = isLineStart && open.length === 0 ? /^(\*\*)?>/.exec(source.slice(at, at + 3)) : null;
    if (starts !== null) {
      // `**>` begins a quote of its own right after another one.
      if (starts[1] !== undefined) endQuote(false);
      quote ??= { offset: out.length, isExpandable: false };
      at += starts[0].length;
      continue;
    }
    if (isLineStart && quote !== null) endQuote(false);
    // `||` at the end of a quote, with no spoiler open, makes it expandable.
    if (quote !== null && source.startsWith('||', at) && open.every(({ mark }) => mark !== '||')) {
      const end = source.slice(at + 2, at + 3);
      if (end === '' || end === '\n') {
        endQuote(true);
        at += 2;
        continue;
      }
    }
    at = readPiece(source, at, out, open);
  }
  const last = open.at(-1);
  if (last !== undefined) throw new MarkupError(last.at, 'unclosed');
  endQuote(false);
  return out.done();
}

type Out = ReturnType<typeof createMarkupText>;

/** Reads what begins at a place; returns where it ends. */
function readPiece(source: string, at: number, out: Out, open: Open[]): number {
  const variable = variableAt(source, at);
  if (variable !== '') {
    out.add(variable);
    return at + variable.length;
  }
  const character = source[at] ?? '';
  if (character === '\\' && isEscaped(source[at + 1])) {
    out.add(source[at + 1] ?? '');
    return at + 2;
  }
  if (character === '`') return readCode(source, at, out, true);
  const mark = marks.find(([text]) => source.startsWith(text, at));
  if (mark !== undefined) {
    const [text, type] = mark;
    const last = open.at(-1);
    if (last?.mark === text) {
      open.pop();
      out.mark(type, last.offset);
    } else if (open.some((one) => one.mark === text)) throw new MarkupError(at, 'unexpected_end');
    else open.push({ mark: text, type, offset: out.length, at });
    return at + text.length;
  }
  if (character === '[' || source.startsWith('![', at)) {
    open.push({ mark: character === '[' ? '](' : '!](', type: 'text_link', offset: out.length, at });
    return at + (character === '[' ? 1 : 2);
  }
  if (character === ']' && open.at(-1)?.mark.endsWith('](') === true) return readAddress(source, at, out, open);
  if (reserved.includes(character)) throw new MarkupError(at, 'reserved');
  out.add(character);
  return at + 1;
}

/** `](address)`; a link without one is its words. */
function readAddress(source: string, at: number, out: Out, open: Open[]): number {
  const { mark, offset } = open.pop() ?? { mark: '](', offset: out.length };
  let url = '';
  let next = at + 1;
  if (source[next] === '(') {
    for (next += 1; source[next] !== ')'; next += 1) {
      if (next >= source.length) throw new MarkupError(at, 'unclosed');
      if (source[next] === '\\' && isEscaped(source[next + 1])) next += 1;
      url += source[next] ?? '';
    }
    next += 1;
  }
  const made: Made | null = mark === '](' ? linkDetails(url || out.since(offset)) : specialDetails(url);
  if (made === null && mark !== '](') throw new MarkupError(at, 'wrong_attribute');
  if (made !== null) out.mark(made.type, offset, made.details);
  return next;
}

/** Code in a line, or a block with its language: nothing in it is markup. */
function readCode(source: string, at: number, out: Out, hasEscapes: boolean): number {
  const fence = source.startsWith('```', at) ? '```' : '`';
  const offset = out.length;
  let next = at + fence.length;
  const [header, language] = fence === '```' ? (/^([^\s`\\]{1,64})?\n/.exec(source.slice(next, next + 66)) ?? []) : [];
  next += header?.length ?? 0;
  for (; !source.startsWith(fence, next); next += 1) {
    if (next >= source.length) throw new MarkupError(at, 'unclosed');
    if (hasEscapes && source[next] === '\\' && isEscaped(source[next + 1])) next += 1;
    out.add(source[next] ?? '');
  }
  out.mark(fence === '```' ? 'pre' : 'code', offset, language === undefined ? {} : { language });
  return next + fence.length;
}

function readLegacy(source: string): ParsedMarkup {
  const out = createMarkupText();
  for (let at = 0; at < source.length; ) {
    const variable = variableAt(source, at);
    const character = source[at] ?? '';
    if (variable !== '') {
      out.add(variable);
      at += variable.length;
    } else if (character === '\\' && '_*`['.includes(source[at + 1] ?? ' ')) {
      out.add(source[at + 1] ?? '');
      at += 2;
    } else if (character === '`') at = readCode(source, at, out, false);
    else if (character === '*' || character === '_') {
      const end = endOf(source, at, character);
      addMarked(out, source.slice(at + 1, end), { type: character === '*' ? 'bold' : 'italic', details: {} });
      at = end + 1;
    } else if (character === '[') {
      const end = endOf(source, at, ']');
      const words = source.slice(at + 1, end);
      const [whole = '', url = ''] = /^\(([^)]*)\)/.exec(source.slice(end + 1)) ?? [];
      addMarked(out, words, linkDetails(url || words));
      at = end + 1 + whole.length;
    } else {
      out.add(character);
      at += 1;
    }
  }
  return out.done();
}

/** The place of the character that ends what begins at `at`; those in variables are none. */
function endOf(source: string, at: number, character: string): number {
  for (let next = at + 1; next < source.length; next += 1) {
    const variable = variableAt(source, next);
    if (variable !== '') next += variable.length - 1;
    else if (source[next] === character) return next;
  }
  throw new MarkupError(at, 'unclosed');
}

function addMarked(out: Out, words: string, made: Made | null): void {
  const offset = out.length;
  out.add(words);
  if (made !== null) out.mark(made.type, offset, made.details);
}

/** A backslash is one only before ASCII. */
const isEscaped = (character: string | undefined): boolean => {
  const code = character?.charCodeAt(0) ?? 0;
  return code >= 1 && code <= 126;
};
