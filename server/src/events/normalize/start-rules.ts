import { defaultStartRules, type StartRules } from './normalize-update.ts';

/** The bot's rules for start payloads. A rule that its row does not name is as for a new bot: the payload is not split. */
export const toStartRules = (bot: { start_rules: unknown }): StartRules => ({
  ...defaultStartRules,
  ...(bot.start_rules as Partial<StartRules> | null),
});
