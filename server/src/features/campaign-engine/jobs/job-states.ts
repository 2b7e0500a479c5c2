import { type SentMessageJobStatus, sentMessageJobStatuses } from '@botscope/contract';

/** Events of a job on the delivered messages of a campaign. */
const jobEvents = [
  'stopped',
  /** Telegram refuses the new message, or the bot. */
  'failed',
  'resumed',
  /** No message is left. */
  'finished',
] as const;
export type JobEvent = (typeof jobEvents)[number];

const transitions: Readonly<Record<SentMessageJobStatus, Partial<Record<JobEvent, SentMessageJobStatus>>>> = {
  Running: { stopped: 'Stopped', failed: 'Error', finished: 'Done' },
  Stopped: { resumed: 'Running' },
  Error: { resumed: 'Running' },
  Done: {},
};

/** Null for what cannot happen in this state. */
export const nextJobStatus = (status: SentMessageJobStatus, event: JobEvent): SentMessageJobStatus | null =>
  transitions[status][event] ?? null;

/** The states in which it can happen. */
export const jobStatusesBefore = (event: JobEvent): SentMessageJobStatus[] =>
  sentMessageJobStatuses.filter((status) => nextJobStatus(status, event) !== null);
