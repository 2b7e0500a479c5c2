import type { Bot, Init } from '@botscope/contract';
import { may } from '../../../platform/session/bot-data.ts';
import { useCurrentBot, useSession } from '../../../platform/session/session.ts';

/** The bots whose integrations are shown: those of the account, or the demo's alone. */
export function useShownBots(): { bots: Init['bots']; demoKey: string | null } {
  const { bots } = useSession();
  const { bot, demo } = useCurrentBot();
  return demo && bot ? { bots: { [bot.key]: bot }, demoKey: bot.key } : { bots, demoKey: null };
}

/** Bots that the account may connect to other tools. */
export function useManagedBots(): Bot[] {
  return Object.values(useShownBots().bots).filter((bot) => may(bot, 'integrations.manage'));
}
