import { isUnfinished, userJobStates } from '@botscope/contract';
import { expect, it } from 'vitest';
import { type JobEvent, nextState, statesBefore } from './job-states.ts';

/** Each event in each state, in the order of `userJobStates`; a dash: it cannot happen. */
const table: Record<JobEvent, string> = {
  // waiting running stopping stopped done failed
  claimed: 'running running stopping - - -',
  stop_requested: 'stopped stopping stopping - - -',
  stopped: '- stopped stopped - - -',
  finished: '- done done - - -',
  failed: '- failed failed - - -',
  resumed: '- - - running - running',
};

it.each(Object.entries(table))('%s leads to %s, and nowhere else', (event, row) => {
  const expected = row.split(' ').map((state) => (state === '-' ? null : state));
  expect(userJobStates.map((state) => nextState(state, event as JobEvent))).toEqual(expected);
  expect(statesBefore(event as JobEvent)).toEqual(userJobStates.filter((_, index) => expected[index] !== null));
});

it('a job is claimed only while it is unfinished', () => {
  expect(userJobStates.filter((state) => isUnfinished({ state }))).toEqual(statesBefore('claimed'));
});
