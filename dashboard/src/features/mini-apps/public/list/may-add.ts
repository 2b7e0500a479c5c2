import type { Bot } from '@botscope/contract';
import { may } from '../../../../platform/session/bot-data.ts';
import { useShownBots } from '../shown-bots.ts';

/** Whether there is a bot that a Mini App or website may be added to. */
export function useMayAdd(): { hasBots: boolean; mayAdd: boolean; own: Bot[] } {
  const bots = Object.values(useShownBots().bots);
  const ownBots = bots.filter((bot) => may(bot, 'webapp.manage'));
  return { hasBots: bots.length > 0, mayAdd: ownBots.length > 0, own: ownBots };
}
