import { type UserJobState, userJobStates } from '@botscope/contract';
import { type RawBuilder, sql } from 'kysely';

/** Events in the course of a job. */
const jobEvents = [
  /** A process begins it, or goes on with it. */
  'claimed',
  'stop_requested',
  /** The process has seen that it is to stop; or it stops at once, because each step of its work may be repeated. */
  'stopped',
  /** All users are done with; also of a job that was to stop, but had nothing left. */
  'finished',
  'failed',
  /** Someone lets a job on sent messages go on. */
  'resumed',
] as const;
export type JobEvent = (typeof jobEvents)[number];

/** The life of a job. One that waits stops at once; one that has stored a batch ends its batch first. */
const transitions: Readonly<Record<UserJobState, Partial<Record<JobEvent, UserJobState>>>> = {
  waiting: { claimed: 'running', stop_requested: 'stopped' },
  running: { claimed: 'running', stop_requested: 'stopping', stopped: 'stopped', finished: 'done', failed: 'failed' },
  stopping: { claimed: 'stopping', stop_requested: 'stopping', stopped: 'stopped', finished: 'done', failed: 'failed' },
  stopped: { resumed: 'running' },
  done: {},
  failed: { resumed: 'running' },
};

/** Null if the event cannot happen in this state. */
export const nextState = (state: UserJobState, event: JobEvent): UserJobState | null =>
  transitions[state][event] ?? null;

/** The states in which it can happen. */
export const statesBefore = (event: JobEvent): UserJobState[] =>
  userJobStates.filter((state) => nextState(state, event) !== null);

/** The column `state` after the event, in rows of `statesBefore`. */
export const stateAfter = (event: JobEvent): RawBuilder<string> => {
  const cases = statesBefore(event).map((state) => sql`WHEN ${state} THEN ${nextState(state, event)}`);
  return sql<string>`(CASE state ${sql.join(cases, sql` `)} END)`;
};
