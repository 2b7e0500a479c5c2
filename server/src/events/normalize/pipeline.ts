import type { Event } from '@botscope/contract';
import { detectUpdateKind } from '../../telegram/update-anatomy.ts';
import { assignPartitionKey } from './assign-partition-key.ts';
import { classifyAction } from './classify-action.ts';
import type { Draft, Step } from './draft.ts';
import { computeEventId } from './event-id.ts';
import {
  detectMembershipChange,
  extractChat,
  extractCountry,
  extractPayment,
  extractStart,
  extractText,
} from './extract-steps.ts';
import { extractUser } from './extract-user.ts';
import { resolveTimestamps } from './resolve-timestamps.ts';

function detectKind({ update }: Pick<Draft, 'update'>): Partial<Event> {
  return { kind: detectUpdateKind(update) ?? 'opaque' };
}

/** Whether the event is a contact of the user with the bot. Blocking counts too: users can block only a bot they know. */
function detectContact({ event }: Pick<Draft, 'event'>): Partial<Event> {
  const isOwnStatus = event.kind === 'my_chat_member' && event.chatType === 'private';
  return { isContact: event.userId !== 0 && (event.isAction || isOwnStatus) };
}

/** The whole update in Telegram's own form, so that a later version can extract more from it. */
function attachPayload({ received, update }: Pick<Draft, 'received' | 'update'>): Partial<Event> {
  const raw = update === received.update ? received.raw : undefined;
  return { payload: raw ?? JSON.stringify(update) };
}

/** The steps from an update to an event: each step may use the results of those above it. */
export const pipeline: readonly Step[] = [
  detectKind,
  extractUser,
  extractChat,
  resolveTimestamps,
  assignPartitionKey,
  classifyAction,
  extractText,
  extractStart,
  extractCountry,
  detectMembershipChange,
  extractPayment,
  detectContact,
  computeEventId,
  attachPayload,
];
