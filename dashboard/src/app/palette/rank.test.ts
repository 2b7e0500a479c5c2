import { expect, test } from 'vitest';
import { rankEntries } from './rank.ts';
import type { EntryGroup } from './sources.ts';

const entry = (id: string, group: EntryGroup, label: string, hint?: string) => ({
  id,
  group,
  label,
  ...(hint ? { hint } : {}),
  run: () => undefined,
});
const entries = [
  entry('/', 'pages', 'Dashboard'),
  entry('new_users', 'reports', 'New users', 'Users'),
  entry('retention', 'reports', 'Retention', 'Users'),
  entry('bot:1', 'bots', 'shop_bot'),
  entry('bot-settings:data', 'settings', 'Data', 'shop_bot'),
];
const rankIds = (query: string, recent: string[] = []) =>
  rankEntries(entries, query, recent).map((group) => [group.id, group.entries.map(({ id }) => id)]);

test('an empty query lists everything, recent choices first', () => {
  expect(rankIds('')).toEqual([
    ['pages', ['/']],
    ['reports', ['new_users', 'retention']],
    ['bots', ['bot:1']],
    ['settings', ['bot-settings:data']],
  ]);
  // An entry that is gone, such as a bot, is no longer recent.
  expect(rankIds(' ', ['retention', 'bot:9', '/'])).toEqual([
    ['recent', ['retention', '/']],
    ['reports', ['new_users']],
    ['bots', ['bot:1']],
    ['settings', ['bot-settings:data']],
  ]);
});

test('a query finds by label and hint, the best first, and of equals the recent one', () => {
  expect(rankIds('ret')).toEqual([['found', ['retention']]]);
  expect(rankIds('shop')).toEqual([['found', ['bot:1', 'bot-settings:data']]]);
  expect(rankIds('users', ['retention'])[0]?.[1]).toEqual(['new_users', 'retention']);
  expect(rankIds('zebra')).toEqual([]);
});
