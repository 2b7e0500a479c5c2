import { type Bot, type EventMatch, keysOfEvent, missingKey, permissionsOf } from '@botscope/contract';
import { eventKinds } from './new-condition.ts';

/** The events that an account may choose: those whose values it may see. */
export const eventKindsFor = (bot: Bot): readonly EventMatch['kind'][] =>
  eventKinds.filter((kind) => missingKey(permissionsOf(bot), keysOfEvent[kind]) === undefined);
