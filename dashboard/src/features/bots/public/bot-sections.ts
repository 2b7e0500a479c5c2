import { type Bot, heldOf, opens, type PermissionKey } from '@botscope/contract';

/** The sections of a bot's page, in their order, with what an account needs to open them; null: anything at the bot. */
const needed = {
  overview: null,
  connection: 'secure.view',
  commands: 'settings.view',
  links: 'settings.view',
  hidden: 'settings.view',
  data: 'settings.view',
  audit: 'permissions.manage',
} as const satisfies Record<string, PermissionKey | null>;
export type BotTab = keyof typeof needed;

export const tabsOf = (bot: Bot): BotTab[] =>
  (Object.keys(needed) as BotTab[]).filter((tab) => needed[tab] === null || opens(heldOf(bot), needed[tab]));
