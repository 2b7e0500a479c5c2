import { largestLine } from './file-item.ts';

/** Lines of a text that comes in pieces, without their ends (any of \r\n, \n, \r); null for a line that is too long. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string | null> {
  let parts: string[] = [];
  let length = 0;
  let isHalfEnd = false;
  const add = (part: string): void => {
    length += part.length;
    // The parts of a line that is too long are not kept either.
    if (length > largestLine) parts = [];
    else if (part !== '') parts.push(part);
  };
  const take = (): string | null => {
    const line = length > largestLine ? null : parts.join('');
    [parts, length] = [[], 0];
    return line;
  };

  for await (const chunk of chunks) {
    // A "\r" at the end may be the first half of "\r\n".
    const text: string = isHalfEnd ? `\r${chunk}` : chunk;
    isHalfEnd = text.endsWith('\r');
    const lines = (isHalfEnd ? text.slice(0, -1) : text).split(/\r\n|\n|\r/);
    for (const [index, line] of lines.entries()) {
      if (index > 0) yield take();
      add(line);
    }
  }
  const last = take();
  if (isHalfEnd || last !== '') yield last;
}
