import { type CampaignStatus, campaignStatuses } from '@botscope/contract';
import { expect, test } from 'vitest';
import { type CampaignEvent, nextStatus, statusesBefore } from './campaign-states.ts';

/** Each event in each state, in the order of `campaignStatuses`; a dash: it cannot happen. */
const table: [CampaignEvent, string][] = [
  // Draft Not_started In_progress Done Cancel Error
  ['started', 'In_progress - - - - -'],
  ['planned', 'Not_started - - - - -'],
  ['due', '- In_progress - - - -'],
  ['missed', '- Error - - - -'],
  ['stopped', '- Draft Cancel - - -'],
  ['failed', '- - Error - - -'],
  ['resumed', '- - - - In_progress In_progress'],
  ['finished', '- - Done - Done Done'],
  ['repeated', '- - - In_progress - -'],
  ['extended', '- - - In_progress - -'],
];

test.each(table)('%s: %s', (event, row) => {
  const expected = row.split(' ').map((status) => (status === '-' ? null : (status as CampaignStatus)));
  expect(campaignStatuses.map((status) => nextStatus(status, event))).toEqual(expected);
  expect(statusesBefore(event)).toEqual(campaignStatuses.filter((_, index) => expected[index] !== null));
});
