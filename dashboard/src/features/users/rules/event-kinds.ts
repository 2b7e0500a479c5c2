import {
  type Bot,
  type EventMatch,
  keysOfCondition,
  keysOfEvent,
  keysOfMoney,
  missingKey,
  permissionsOf,
} from '@botscope/contract';
import { eventKinds } from './new-condition.ts';

/** The events that an account may choose: those whose values it may see. */
export const eventKindsFor = (bot: Bot): readonly EventMatch['kind'][] =>
  eventKinds.filter((kind) => missingKey(permissionsOf(bot), keysOfEvent[kind]) === undefined);

/** Whether conditions on custom fields are offered. */
export const mayAskFields = (bot: Bot): boolean => missingKey(permissionsOf(bot), keysOfCondition.field) === undefined;

/** Whether what was paid may be summed up. */
export const mayAskSums = (bot: Bot): boolean => missingKey(permissionsOf(bot), keysOfMoney) === undefined;
