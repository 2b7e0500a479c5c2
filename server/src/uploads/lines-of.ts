/** Longer lines are none. */
const MOST_CHARACTERS = 10_000_000;

/** Lines of a text that comes in pieces, without their ends (any of \r\n, \n, \r); null for a line that is too long. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string | null> {
  let rest = '';
  let isTooLarge = false;
  for await (const chunk of chunks) {
    // A "\r" at the end may be the first half of "\r\n".
    const text = rest + chunk;
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|\n|\r/);
    rest = `${lines.pop() ?? ''}${text.slice(whole.length)}`;
    for (const line of lines) {
      yield isTooLarge ? null : line;
      isTooLarge = false;
    }
    if (rest.length > MOST_CHARACTERS) {
      isTooLarge = true;
      rest = '';
    }
  }
  if (isTooLarge) yield null;
  else if (rest.replace(/\r$/, '') !== '') yield rest.replace(/\r$/, '');
}
