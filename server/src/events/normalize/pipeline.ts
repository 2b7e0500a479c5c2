import { assignPartitionKey } from './assign-partition-key.ts';
import { classifyAction } from './classify-action.ts';
import { decideMeeting } from './decide-meeting.ts';
import type { Step } from './draft.ts';
import { findChat } from './find-chat.ts';
import { findPerson } from './find-person.ts';
import { identify } from './identify.ts';
import { keepPayload } from './keep-payload.ts';
import { readLaunch } from './read-launch.ts';
import { readMembership } from './read-membership.ts';
import { readMoney } from './read-money.ts';
import { readWords } from './read-words.ts';
import { recogniseKind } from './recognise-kind.ts';
import { tellTime } from './tell-time.ts';

/** How an update becomes an event: each step may use what those above it found. */
export const pipeline: readonly Step[] = [
  recogniseKind,
  findPerson,
  findChat,
  tellTime,
  assignPartitionKey,
  classifyAction,
  readWords,
  readLaunch,
  readMembership,
  readMoney,
  decideMeeting,
  identify,
  keepPayload,
];
