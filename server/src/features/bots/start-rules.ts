import { defaultStartRules, type StartRules } from '../../events/normalize/normalize-update.ts';
import type { BotRow } from './bot-store.ts';

/** The bot's start-payload rules; what its row does not say is as for a new bot: the payload is not split. */
export const startRulesOf = (bot: Pick<BotRow, 'start_rules'>): StartRules => ({
  ...defaultStartRules,
  ...(bot.start_rules as Partial<StartRules> | null),
});
