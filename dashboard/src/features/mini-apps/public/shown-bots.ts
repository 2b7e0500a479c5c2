import type { Init } from '@botscope/contract';
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
