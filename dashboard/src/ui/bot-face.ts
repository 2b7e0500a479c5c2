/** Spreads names over the colour circle; the same name always has the same colours. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  // The low bits of neighbouring names differ little; the golden angle drives them apart.
  return Math.round(((hash >>> 0) * 137.508) % 360);
}

/** "my_shop_bot" → "MS": the ending "bot" says nothing about the bot. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/_?bot$/i, '')
    .split(/[_\W]+|(?<=[a-z])(?=[A-Z])/)
    .filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => word.slice(0, 1)) : [(words[0] ?? name).slice(0, 2)];
  return letters.join('').toUpperCase();
}
