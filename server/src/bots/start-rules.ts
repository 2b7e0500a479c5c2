import type { StartRules } from '../normalize/normalize-update.ts';
import type { BotRow } from './bot-store.ts';

/** A new bot's rules: the payload is not split. */
const defaults: StartRules = {
  type: 'auto',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};

/** The bot's start-payload rules; what its row does not say is as for a new bot. */
export const startRulesOf = (bot: Pick<BotRow, 'start_rules'>): StartRules => ({
  ...defaults,
  ...(bot.start_rules as Partial<StartRules> | null),
});
