import { everyone, type UserColumn } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { moneyScenario, moneyTargets } from '../reports/conversions/money-scenario.ts';
import { populationScenario } from '../reports/population-scenario.ts';
import { ingestHistory, type TestBot } from '../reports/test-bot.ts';
import { testQuery } from '../reports/test-query.ts';
import { listUserIds } from './list-users.ts';
import { manyUsersReader, userReader } from './read-users.ts';
import { selectUsers, type UsersQuery } from './users-query.ts';

let store: ThrowawayStore;
const bots: Record<string, TestBot> = {};
beforeAll(async () => {
  store = await openThrowawayStore();
  bots.population = await ingestHistory(store, populationScenario);
  bots.money = await moneyScenario(store);
});
afterAll(() => store.close());

const columns: readonly UserColumn[] = [
  'status',
  'gender',
  'source',
  'source_last',
  'source_significant',
  'country',
  'city',
  'geo',
  'actions',
  'sessions',
  'income',
];

test.each(['population', 'money'])('a long file says of each user what the list says (%s)', async (name) => {
  const now = Date.parse('2030-01-01T12:00:00Z');
  const deps = { store, now: () => now };
  const words = { type: 'visitors', period: '7d', bot: bots[name]?.key ?? '', targets: moneyTargets };
  const query: UsersQuery = { settings: testQuery(words, now), rules: everyone, search: '', number: '' };
  const [selection, ids] = [await selectUsers(deps, query), await listUserIds(deps, query)];
  expect(ids.length).toBeGreaterThan(3);

  const users = await userReader(store, selection, columns)(ids);

  const read = await manyUsersReader(store, selection, columns, Float64Array.from(ids));
  expect(await read(ids)).toEqual(users);
  // A chunk of some of them.
  expect(await read(ids.slice(1, 3))).toEqual(users.slice(1, 3));
});
