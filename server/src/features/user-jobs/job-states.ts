import { type UserJobState, userJobStates } from '@botscope/contract';

/** Events in the course of a job. */
const jobEvents = [
  /** A process begins it, or goes on with it. */
  'taken',
  'stop_requested',
  /** The process has seen that it is to stop. */
  'stopped',
  /** All users are done with; also of a job that was to stop, but had nothing left. */
  'finished',
  'failed',
] as const;
export type JobEvent = (typeof jobEvents)[number];

/** The life of a job. One that waits stops at once; one that runs ends its batch first. */
const transitions: Readonly<Record<UserJobState, Partial<Record<JobEvent, UserJobState>>>> = {
  waiting: { taken: 'running', stop_requested: 'stopped' },
  running: { taken: 'running', stop_requested: 'stopping', finished: 'done', failed: 'failed' },
  stopping: { taken: 'stopping', stop_requested: 'stopping', stopped: 'stopped', finished: 'done', failed: 'failed' },
  stopped: {},
  done: {},
  failed: {},
};

/** Null if the event cannot happen in this state. */
export const nextState = (state: UserJobState, event: JobEvent): UserJobState | null =>
  transitions[state][event] ?? null;

/** The states in which it can happen. */
export const statesBefore = (event: JobEvent): UserJobState[] =>
  userJobStates.filter((state) => nextState(state, event) !== null);
