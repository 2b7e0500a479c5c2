import { type Bot, mayRead, permissionsOf } from '@botscope/contract';

/**
 * Dimensions without segments for those who may not list users, and measures without conversions for those who may not read
 * their summary: the server would refuse them. contract/src/revealed.ts is too heavy for pages of reports.
 */
export const allowedChoices = <Choice extends string>(all: readonly Choice[], bot: Bot | null): Choice[] =>
  all.filter((one) => {
    if (one === 'segment') return bot?.permissions.includes('section.users.list');
    return one !== 'conversions' || (bot && mayRead(permissionsOf(bot), 'conversions_summary'));
  });
