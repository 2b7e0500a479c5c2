import classes from './bot-avatar.module.css';

/** Spreads names over the colour circle; the same name always has the same colours. */
function hueOf(name: string): number {
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
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word.slice(0, 1)) : [(words[0] ?? name).slice(0, 2)];
  return letters.join('').toUpperCase();
}

/** A picture of the bot made from its name alone: nothing is asked from any other server. */
export function BotAvatar({ name, size = 24 }: { name: string; size?: number }) {
  const hue = hueOf(name);
  const background = `linear-gradient(135deg, oklch(0.58 0.11 ${hue}), oklch(0.44 0.1 ${hue + 50}))`;
  return (
    <span
      aria-hidden="true"
      className={classes.avatar}
      // Drawn by the style sheet: the letters are a picture, not a part of a button's name.
      data-initials={initialsOf(name)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4), background }}
    />
  );
}
