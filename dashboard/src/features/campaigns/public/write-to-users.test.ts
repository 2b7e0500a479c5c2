import { formatRules, type SegmentRules } from '@botscope/contract';
import { expect, it } from 'vitest';
import { toAudience } from './write-to-users.tsx';

const live: SegmentRules = {
  match: 'all',
  rules: [{ kind: 'property', property: 'status', not: false, values: ['live'] }],
};

it.each([
  ['ticked users', { user_ids: [7, 8] }, { kind: 'ids', user_ids: [7, 8] }],
  ['more users than a campaign takes', { user_ids: Array.from({ length: 5_001 }, (_, index) => index + 1) }, null],
  ['everyone', { selection: {} }, { kind: 'all' }],
  ['rules', { selection: { rules: formatRules(live) } }, { kind: 'rules', rules: live }],
  ['rules and a search', { selection: { rules: formatRules(live), search: 'ann' } }, null],
  ['a number of a report', { selection: { number: 'visitors?period=7d' } }, null],
])('the audience of a campaign to %s', (_name, members, expected) => {
  expect(toAudience(members)).toEqual(expected);
});
