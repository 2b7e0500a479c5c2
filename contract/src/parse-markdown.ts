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
  position: number;
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
  return catchMarkupError(() => readV2(source));
}

/** Telegram's old Markdown: nothing lies in anything else. Never throws. */
export function parseMarkdown(source: string): ParsedMarkup {
  return catchMarkupError(() => readLegacy(source));
}

function catchMarkupError(read: () => ParsedMarkup): ParsedMarkup {
  try {
    return read();
  } catch (error) {
    if (error instanceof MarkupError) return { at: error.at, problem: error.problem };
    throw error;
  }
}

function readV2(source: string): ParsedMarkup {
  const output = createMarkupText();
  const open: Open[] = [];
  let quote: { offset: number; isExpandable: boolean } | null = null;
  const endQuote = (isExpandable: boolean): void => {
    if (quote !== null) output.mark(isExpandable ? 'expandable_blockquote' : 'blockquote', quote.offset);
    quote = null;
  };
  for (let position = 0; position < source.length; ) {
    const isLineStart = position === 0 || source[position - 1] === '\n';
    const starts = isLineStart && open.length === 0 ? /^(\*\*)?>/.exec(source.slice(position, position + 3)) : null;
    if (starts !== null) {
      // `**>` begins a quote of its own right after another one.
      if (starts[1] !== undefined) endQuote(false);
      quote ??= { offset: output.length, isExpandable: false };
      position += starts[0].length;
      continue;
    }
    if (isLineStart && quote !== null) endQuote(false);
    // `||` at the end of a quote, with no spoiler open, makes it expandable.
    if (quote !== null && source.startsWith('||', position) && open.every(({ mark }) => mark !== '||')) {
      const end = source.slice(position + 2, position + 3);
      if (end === '' || end === '\n') {
        endQuote(true);
        position += 2;
        continue;
      }
    }
    position = readPiece(source, position, output, open);
  }
  const last = open.at(-1);
  if (last !== undefined) throw new MarkupError(last.position, 'unclosed');
  endQuote(false);
  return output.done();
}

type Out = ReturnType<typeof createMarkupText>;

/** Reads what begins at a place; returns where it ends. */
function readPiece(source: string, position: number, output: Out, open: Open[]): number {
  const variable = variableAt(source, position);
  if (variable !== '') {
    output.add(variable);
    return position + variable.length;
  }
  const character = source[position] ?? '';
  if (character === '\\' && isEscaped(source[position + 1])) {
    output.add(source[position + 1] ?? '');
    return position + 2;
  }
  if (character === '`') return readCode(source, position, output, true);
  const mark = marks.find(([text]) => source.startsWith(text, position));
  if (mark !== undefined) {
    const [text, type] = mark;
    const last = open.at(-1);
    if (last?.mark === text) {
      open.pop();
      output.mark(type, last.offset);
    } else if (open.some((one) => one.mark === text)) throw new MarkupError(position, 'unexpected_end');
    else open.push({ mark: text, type, offset: output.length, position });
    return position + text.length;
  }
  if (character === '[' || source.startsWith('![', position)) {
    open.push({ mark: character === '[' ? '](' : '!](', type: 'text_link', offset: output.length, position });
    return position + (character === '[' ? 1 : 2);
  }
  if (character === ']' && open.at(-1)?.mark.endsWith('](') === true)
    return readAddress(source, position, output, open);
  if (reserved.includes(character)) throw new MarkupError(position, 'reserved');
  output.add(character);
  return position + 1;
}

/** `](address)`; a link without one is its words. */
function readAddress(source: string, position: number, output: Out, open: Open[]): number {
  const { mark, offset } = open.pop() ?? { mark: '](', offset: output.length };
  let url = '';
  let next = position + 1;
  if (source[next] === '(') {
    for (next += 1; source[next] !== ')'; next += 1) {
      if (next >= source.length) throw new MarkupError(position, 'unclosed');
      if (source[next] === '\\' && isEscaped(source[next + 1])) next += 1;
      url += source[next] ?? '';
    }
    next += 1;
  }
  const format: Made | null = mark === '](' ? linkDetails(url || output.since(offset)) : specialDetails(url);
  if (format === null && mark !== '](') throw new MarkupError(position, 'wrong_attribute');
  if (format !== null) output.mark(format.type, offset, format.details);
  return next;
}

/** Code in a line, or a block with its language: nothing in it is markup. */
function readCode(source: string, position: number, output: Out, hasEscapes: boolean): number {
  const fence = source.startsWith('```', position) ? '```' : '`';
  const offset = output.length;
  let next = position + fence.length;
  const [header, language] = fence === '```' ? (/^([^\s`\\]{1,64})?\n/.exec(source.slice(next, next + 66)) ?? []) : [];
  next += header?.length ?? 0;
  for (; !source.startsWith(fence, next); next += 1) {
    if (next >= source.length) throw new MarkupError(position, 'unclosed');
    if (hasEscapes && source[next] === '\\' && isEscaped(source[next + 1])) next += 1;
    output.add(source[next] ?? '');
  }
  output.mark(fence === '```' ? 'pre' : 'code', offset, language === undefined ? {} : { language });
  return next + fence.length;
}

function readLegacy(source: string): ParsedMarkup {
  const output = createMarkupText();
  for (let position = 0; position < source.length; ) {
    const variable = variableAt(source, position);
    const character = source[position] ?? '';
    if (variable !== '') {
      output.add(variable);
      position += variable.length;
    } else if (character === '\\' && '_*`['.includes(source[position + 1] ?? ' ')) {
      output.add(source[position + 1] ?? '');
      position += 2;
    } else if (character === '`') position = readCode(source, position, output, false);
    else if (character === '*' || character === '_') {
      const end = findEnd(source, position, character);
      addMarked(output, source.slice(position + 1, end), { type: character === '*' ? 'bold' : 'italic', details: {} });
      position = end + 1;
    } else if (character === '[') {
      const end = findEnd(source, position, ']');
      const words = source.slice(position + 1, end);
      const [target = '', url = ''] = /^\(([^)]*)\)/.exec(source.slice(end + 1)) ?? [];
      addMarked(output, words, linkDetails(url || words));
      position = end + 1 + target.length;
    } else {
      output.add(character);
      position += 1;
    }
  }
  return output.done();
}

/** Index of the character that ends what begins at `position`; characters inside variables do not count. */
function findEnd(source: string, position: number, character: string): number {
  for (let next = position + 1; next < source.length; next += 1) {
    const variable = variableAt(source, next);
    if (variable !== '') next += variable.length - 1;
    else if (source[next] === character) return next;
  }
  throw new MarkupError(position, 'unclosed');
}

function addMarked(output: Out, words: string, format: Made | null): void {
  const offset = output.length;
  output.add(words);
  if (format !== null) output.mark(format.type, offset, format.details);
}

/** A backslash escapes ASCII characters only. */
const isEscaped = (character: string | undefined): boolean => {
  const code = character?.charCodeAt(0) ?? 0;
  return code >= 1 && code <= 126;
};
