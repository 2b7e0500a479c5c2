import { type Bot, opens, permissionsOf } from '@botscope/contract';
import { type BotTab, type Feature, inOrder } from '../../../platform/routing/feature.ts';

/** The sections of a bot's page that the account may open, in their order. */
export const selectTabs = (features: readonly Feature[], bot: Bot): BotTab[] =>
  inOrder(features.map(({ botTabs }) => botTabs)).filter(
    ({ needs }) => needs === null || opens(permissionsOf(bot), needs),
  );
