import { Bot, botLivePath } from '@botscope/contract';
import { useRouter } from '@tanstack/react-router';
import { useLive } from '../platform/api/live.ts';
import { type AccessChange, changeBetween, recheckAccess } from '../platform/errors/access-changes.ts';
import { followAccess } from '../platform/errors/follow-access.ts';
import { keepBot } from '../platform/session/bot-data.ts';

/**
 * Follows what may be done with someone else's bot, on whatever page: rights that are given show at once, and a page
 * whose bot is taken away is left at once.
 */
export function AccessLive({ bot }: { bot: Bot }) {
  const router = useRouter();
  const follow = (change: AccessChange) => followAccess(router, change, false);
  useLive(
    botLivePath(bot.key),
    'bot',
    Bot,
    (now) => {
      keepBot(now);
      void follow(changeBetween({ [bot.key]: bot }, { [now.key]: now }));
    },
    () => void recheckAccess().then(follow),
  );
  return null;
}
