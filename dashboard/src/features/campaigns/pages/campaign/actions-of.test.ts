import { type CampaignStatus, type PermissionKey, type RecipientCounts, roleKeys } from '@botscope/contract';
import { expect, test } from 'vitest';
import { type CampaignAction, listActions } from './list-actions.ts';

const counts = (part: Partial<RecipientCounts> = {}): RecipientCounts => ({
  total: 10,
  delivered: 7,
  not_delivered: 3,
  unknown: 1,
  waiting: 0,
  cancelled: 0,
  ...part,
});
const everything = () => true;

test.each<[CampaignStatus, RecipientCounts, CampaignAction[]]>([
  ['Draft', counts(), ['edit', 'copy', 'archive']],
  ['Not_started', counts(), ['unplan', 'copy']],
  ['In_progress', counts(), ['stop', 'copy']],
  ['Cancel', counts(), ['resume', 'finish', 'copy', 'archive']],
  ['Error', counts(), ['resume', 'finish', 'copy', 'archive']],
  ['Done', counts(), ['repeatFailed', 'repeatUnknown', 'copy', 'archive']],
  ['Done', counts({ unknown: 3 }), ['repeatUnknown', 'copy', 'archive']],
  ['Done', counts({ unknown: 0 }), ['repeatFailed', 'copy', 'archive']],
  ['Done', counts({ delivered: 10, not_delivered: 0, unknown: 0 }), ['copy', 'archive']],
])('what can be done with a campaign that is %s', (status, numbers, expected) => {
  expect(listActions({ kind: 'once', status, counts: numbers }, everything)).toEqual(expected);
});

test.each<[CampaignStatus, CampaignAction[]]>([
  ['Draft', ['edit', 'copy', 'archive']],
  ['In_progress', ['stop', 'copy']],
  ['Cancel', ['edit', 'resume', 'copy', 'archive']],
  ['Error', ['edit', 'resume', 'copy', 'archive']],
])('what can be done with an automation that is %s', (status, expected) => {
  expect(listActions({ kind: 'automation', status, counts: counts() }, everything)).toEqual(expected);
});

test('actions that an account may not perform are not offered', () => {
  const may =
    (...keys: PermissionKey[]) =>
    (key: PermissionKey) =>
      keys.includes(key);
  const stoppedCampaign = { kind: 'once', status: 'Cancel', counts: counts() } as const;
  expect(listActions(stoppedCampaign, may('tasker.task.view'))).toEqual([]);
  // Starting needs both of its keys.
  expect(listActions(stoppedCampaign, may('tasker.campaign.run'))).toEqual([]);
  expect(listActions(stoppedCampaign, may('tasker.campaign.run', 'communication.broadcast.send'))).toEqual(['resume']);
  expect(listActions(stoppedCampaign, (key) => roleKeys.manager.includes(key))).toEqual([
    'resume',
    'finish',
    'copy',
    'archive',
  ]);
  expect(listActions(stoppedCampaign, (key) => roleKeys.analyst.includes(key))).toEqual([]);
});
