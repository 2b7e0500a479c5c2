import type { Bot } from '@botscope/contract';
import { useState } from 'react';
import classes from './bot-avatar.module.css';
import { hueOf, initialsOf } from './bot-face.ts';

interface BotAvatarProps {
  name: string;
  size?: number;
  /** Its picture in Telegram is shown where the server has the bot's token, through the server: no other is asked. */
  bot?: Pick<Bot, 'key' | 'has_token'>;
}

/** The bot's picture; letters in colours made from its name where there is none, or while it is on the way. */
export function BotAvatar({ name, size = 24, bot }: BotAvatarProps) {
  const [broken, setBroken] = useState(false);
  const hue = hueOf(name);
  const background = `linear-gradient(135deg, oklch(0.58 0.11 ${hue}), oklch(0.44 0.1 ${hue + 50}))`;
  return (
    <span
      aria-hidden="true"
      className={classes.avatar}
      // Drawn by the style sheet: the letters are a picture, not a part of a button's name.
      data-initials={initialsOf(name)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4), background }}
    >
      {bot?.has_token && !broken && (
        <img
          key={bot.key}
          className={classes.photo}
          src={`/api/bots/${bot.key}/photo`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
