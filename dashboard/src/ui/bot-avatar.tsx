import classes from './bot-avatar.module.css';
import { hueOf, initialsOf } from './bot-face.ts';

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
