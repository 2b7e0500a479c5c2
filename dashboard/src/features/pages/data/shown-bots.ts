import type { Bot, Init } from '@botscope/contract';
import { may } from '../../../platform/session/bot-data.ts';
import { useCurrentBot, useSession } from '../../../platform/session/session.ts';

/** The bots whose Mini Apps and websites are shown: those of the account, or the demo's alone. */
export function useShownBots(): {
  bots: Init['bots'] /** Key of the demo's bot while it is looked at. */;
  demo: string | null;
} {
  const { bots } = useSession();
  const { bot, demo } = useCurrentBot();
  return demo && bot ? { bots: { [bot.key]: bot }, demo: bot.key } : { bots, demo: null };
}

/** Whether there is a bot that a Mini App or website may be added to. */
export function useMayAdd(): { hasBots: boolean; mayAdd: boolean; own: Bot[] } {
  const bots = Object.values(useShownBots().bots);
  const ownBots = bots.filter((bot) => may(bot, 'webapp.manage'));
  return { hasBots: bots.length > 0, mayAdd: ownBots.length > 0, own: ownBots };
}
