import { assignPartitionKey } from './assign-partition-key.ts';
import { classifyAction } from './classify-action.ts';
import { detectContact } from './detect-contact.ts';
import type { Step } from './draft.ts';
import { extractChat } from './extract-chat.ts';
import { extractUser } from './extract-user.ts';
import { computeEventId } from './event-id.ts';
import { attachPayload } from './attach-payload.ts';
import { extractStart } from './extract-start.ts';
import { detectMembershipChange } from './detect-membership-change.ts';
import { extractPayment } from './extract-payment.ts';
import { extractText } from './extract-text.ts';
import { detectKind } from './detect-kind.ts';
import { resolveTimestamps } from './resolve-timestamps.ts';

/** How an update becomes an event: each step may use what those above it found. */
export const pipeline: readonly Step[] = [
  detectKind,
  extractUser,
  extractChat,
  resolveTimestamps,
  assignPartitionKey,
  classifyAction,
  extractText,
  extractStart,
  detectMembershipChange,
  extractPayment,
  detectContact,
  computeEventId,
  attachPayload,
];
