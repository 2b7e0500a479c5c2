/** The log shows 2,000 characters; a bot token that begins among them needs its end to be recognized. */
const excerptLength = 2_064;
const maxDepth = 50;

/**
 * The beginning of a value's JSON. Its cost is bounded by the excerpt, not by the value: `JSON.stringify` of one item
 * nested 5,000 levels deep overflowed the stack, and answered 500 for the whole list.
 */
export function jsonExcerpt(value: unknown, length = excerptLength): string {
  let text = '';
  const write = (part: unknown, depth: number): void => {
    if (text.length >= length) return;
    if (typeof part === 'string') text += JSON.stringify(part.length > length ? part.slice(0, length) : part);
    else if (typeof part !== 'object' || part === null) text += JSON.stringify(part) ?? 'null';
    else if (depth >= maxDepth) text += '…';
    else if (Array.isArray(part)) {
      text += '[';
      for (const [index, item] of part.entries()) {
        if (text.length >= length) return;
        if (index > 0) text += ',';
        write(item, depth + 1);
      }
      text += ']';
    } else {
      text += '{';
      let isFirst = true;
      for (const key in part) {
        if (text.length >= length) return;
        const member = (part as Record<string, unknown>)[key];
        if (member === undefined) continue;
        text += `${isFirst ? '' : ','}${JSON.stringify(key.slice(0, length))}:`;
        isFirst = false;
        write(member, depth + 1);
      }
      text += '}';
    }
  };
  if (value !== undefined) write(value, 0);
  return text.slice(0, length);
}
