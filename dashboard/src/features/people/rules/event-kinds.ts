import { type Bot, type EventMatch, isOfCampaigns } from '@botscope/contract';
import { may } from '../../../platform/session/bot-data.ts';
import { eventKinds } from './new-condition.ts';

/** The events that an account may choose: those of targets and campaigns need the permission to see these. */
export const eventKindsFor = (bot: Bot): readonly EventMatch['kind'][] =>
  eventKinds.filter((kind) => {
    if (kind === 'target') return may(bot, 'convers.view');
    return !isOfCampaigns(kind) || (may(bot, 'tasker.task.view') && may(bot, 'tasker.users.list'));
  });
