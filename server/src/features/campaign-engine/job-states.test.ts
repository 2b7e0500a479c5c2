import { type SentMessageJobStatus, sentMessageJobStatuses } from '@botscope/contract';
import { expect, test } from 'vitest';
import { type JobEvent, jobStatusesBefore, nextJobStatus } from './campaign-states.ts';

/** Each event in each state, in the order of `sentMessageJobStatuses`; a dash: it cannot happen. */
const table: [JobEvent, string][] = [
  // Running Stopped Done Error
  ['stopped', 'Stopped - - -'],
  ['failed', 'Error - - -'],
  ['resumed', '- Running - Running'],
  ['finished', 'Done - - -'],
];

test.each(table)('%s: %s', (event, row) => {
  const expected = row.split(' ').map((status) => (status === '-' ? null : (status as SentMessageJobStatus)));
  expect(sentMessageJobStatuses.map((status) => nextJobStatus(status, event))).toEqual(expected);
  expect(jobStatusesBefore(event)).toEqual(sentMessageJobStatuses.filter((_, index) => expected[index] !== null));
});
