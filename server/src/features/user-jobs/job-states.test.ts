import { isUnfinished, userJobStates } from '@botscope/contract';
import { expect, it } from 'vitest';
import { type JobEvent, nextState, statesBefore } from './job-states.ts';

const table: Record<JobEvent, Partial<Record<(typeof userJobStates)[number], string>>> = {
  taken: { waiting: 'running', running: 'running', stopping: 'stopping' },
  stop_requested: { waiting: 'stopped', running: 'stopping', stopping: 'stopping' },
  stopped: { stopping: 'stopped' },
  finished: { running: 'done', stopping: 'done' },
  failed: { running: 'failed', stopping: 'failed' },
};

it.each(Object.entries(table))('%s leads on as the table says, and nowhere else', (event, expected) => {
  const transitions = userJobStates.map((state) => [state, nextState(state, event as JobEvent)] as const);
  expect(Object.fromEntries(transitions.filter(([, next]) => next !== null))).toEqual(expected);
  expect(statesBefore(event as JobEvent)).toEqual(userJobStates.filter((state) => state in expected));
});

it('a job is taken only while it is unfinished', () => {
  expect(userJobStates.filter((state) => isUnfinished({ state }))).toEqual(statesBefore('taken'));
});
