import { largestLine } from './file-item.ts';

/** The text of one item of a list; null if it was too long to be kept, or broke off with the file. */
export type JsonItem = string | 'TooLarge' | 'Malformed';

/**
 * Cuts a JSON list into its items without holding the whole: a list, or the first list that is a member of the root
 * object (`{"ok": true, "result": […]}`). What follows the list is not read.
 */
export async function* jsonItems(chunks: AsyncIterable<string>): AsyncGenerator<JsonItem> {
  const splitter = createSplitter();
  for await (const chunk of chunks) {
    yield* splitter.feed(chunk);
    if (splitter.isDone()) return;
  }
  if (splitter.isWithin()) yield 'Malformed';
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const opening: ReadonlySet<number> = new Set([91, 123]);
const closing: ReadonlySet<number> = new Set([93, 125]);
const openBracket = 91;

function createSplitter() {
  /** Open brackets around the present character. */
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  /** Depth of the list itself; null before it, -1 behind it. */
  let list: number | null = null;
  let buffer = '';
  let isTooLarge = false;

  function take(part: string): void {
    if (buffer.length + part.length <= largestLine) buffer += part;
    else [buffer, isTooLarge] = ['', true];
  }
  function* end(): Generator<JsonItem> {
    const item = buffer.trim();
    if (isTooLarge) yield 'TooLarge';
    else if (item !== '') yield item;
    buffer = '';
    isTooLarge = false;
  }

  return {
    *feed(chunk: string): Generator<JsonItem> {
      let start = 0;
      for (let index = 0; index < chunk.length && list !== -1; index += 1) {
        const character = chunk.charCodeAt(index);
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (character === BACKSLASH) isEscaped = true;
          else if (character === QUOTE) inString = false;
        } else if (character === QUOTE) inString = true;
        else if (opening.has(character)) {
          depth += 1;
          if (list === null && character === openBracket && depth <= 2) {
            list = depth;
            start = index + 1;
          }
        } else if (closing.has(character)) {
          if (depth === list) {
            take(chunk.slice(start, index));
            yield* end();
            list = -1;
          }
          depth -= 1;
        } else if (character === COMMA && depth === list) {
          take(chunk.slice(start, index));
          yield* end();
          start = index + 1;
        }
      }
      if (list !== null && list !== -1) take(chunk.slice(start));
    },
    isDone: () => list === -1,
    /** True if the list has begun and not ended. */
    isWithin: () => list !== null && list !== -1,
  };
}
