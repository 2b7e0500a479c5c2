/** Wider than any message: 4,096 characters of text with its entities and keyboard. */
const maxCharacters = 32_768;

interface Limits {
  text: number;
  items: number;
  depth: number;
}

/** Tried one after another; the last leaves so little that the whole is always small enough. */
const steps: readonly Limits[] = [
  { text: 4_096, items: 100, depth: 12 },
  { text: 512, items: 20, depth: 8 },
  { text: 64, items: 8, depth: 3 },
];

/**
 * A value as JSON of at most 32,768 characters. What is too long loses the ends of its texts and lists and its deepest
 * levels, and then says so by a member `"cut": true`. For records whose values came from elsewhere.
 * @param value members of one object, none of them nested more than 500 levels deep.
 */
export function boundedJson(value: Readonly<Record<string, unknown>>): string {
  const fullText = JSON.stringify(value);
  if (fullText.length <= maxCharacters) return fullText;
  for (const limits of steps) {
    const text = JSON.stringify({ ...(cut(value, limits, 0) as object), cut: true });
    if (text.length <= maxCharacters) return text;
  }
  return '{"cut":true}';
}

function cut(value: unknown, limits: Limits, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > limits.text ? `${value.slice(0, limits.text).toWellFormed()}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) return null;
  if (Array.isArray(value)) return value.slice(0, limits.items).map((item) => cut(item, limits, depth + 1));
  // From entries, not by assignment: a member may well be called "__proto__".
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, limits.items)
      .map(([key, member]) => [key.slice(0, limits.text).toWellFormed(), cut(member, limits, depth + 1)]),
  );
}
