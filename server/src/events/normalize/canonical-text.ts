/** Telegram nests some twenty levels; JSON.parse takes millions, and our own recursion must end before the stack does. */
const maxDepth = 500;

/**
 * One text for all ways to write the same JSON: keys in order, null members left out (a null in a list keeps its place),
 * strings with their length instead of escapes. Different contents have different texts.
 * @returns null for a value nested more than 500 levels deep.
 */
export function canonicalText(value: unknown): string | null {
  const walk = { isTooDeep: false };
  const text = write(value, 0, walk);
  return walk.isTooDeep ? null : text;
}

function write(value: unknown, depth: number, walk: { isTooDeep: boolean }): string {
  switch (typeof value) {
    case 'string':
      return `${value.length}"${value}`;
    case 'number':
      return String(value);
    case 'boolean':
      return value ? 't' : 'f';
    case 'object':
      break;
    default:
      return 'n';
  }
  if (value === null) return 'n';
  if (depth >= maxDepth) {
    walk.isTooDeep = true;
    return '';
  }
  return Array.isArray(value) ? writeList(value, depth, walk) : writeMembers(value, depth, walk);
}

function writeList(list: readonly unknown[], depth: number, walk: { isTooDeep: boolean }): string {
  let text = '[';
  for (const item of list) text += `${write(item, depth + 1, walk)},`;
  return `${text}]`;
}

function writeMembers(members: object, depth: number, walk: { isTooDeep: boolean }): string {
  let text = '{';
  for (const key of Object.keys(members).sort()) {
    const value = (members as Record<string, unknown>)[key];
    if (value === null || value === undefined) continue;
    text += `${key.length}:${key}${write(value, depth + 1, walk)},`;
  }
  return `${text}}`;
}
