import { everyone, isSortable, type SegmentCondition, type UserColumn, userColumns } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversionEvent } from '../../events/normalize/conversion-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { dayMs } from '../../platform/time-units.ts';
import { moneyScenario, moneyTargets } from '../reports/conversions/money-scenario.ts';
import { populationScenario } from '../reports/population-scenario.ts';
import { ingestHistory, type TestBot } from '../reports/test-bot.ts';
import { testQuery } from '../reports/test-query.ts';
import { countUsers, listUserIds, listUsers, parseUsersView } from './list-users.ts';
import type { UsersQuery } from './users-query.ts';

let store: ThrowawayStore;
let population: TestBot;
let money: TestBot;
beforeAll(async () => {
  store = await openThrowawayStore();
  population = await ingestHistory(store, populationScenario);
  money = await moneyScenario(store);
});
afterAll(() => store.close());

const laterMoment = '2030-01-01T12:00:00Z';
const deps = () => ({ store, now: () => Date.parse(laterMoment) });
const buildQuery = (bot: TestBot, overrides: Partial<UsersQuery> = {}): UsersQuery => ({
  settings: testQuery({ type: 'visitors', period: '7d', bot: bot.key, targets: moneyTargets }, Date.parse(laterMoment)),
  rules: everyone,
  search: '',
  number: '',
  ...overrides,
});
const namesIn = async (bot: TestBot, sort: string, overrides: Partial<UsersQuery> = {}): Promise<string[]> => {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const page = await listUsers(
      deps(),
      buildQuery(bot, overrides),
      parseUsersView({ sort, limit: '2', columns: 'user_id', after }),
    );
    names.push(...page.users.map((user) => user.first_name));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return names;
};

/* Table: population-scenario.ts. */
test('everything that a list shows of a user', async () => {
  const columns = 'status,gender,source,source_last,source_significant,geo,actions,sessions,income';

  const { users } = await listUsers(deps(), buildQuery(population), parseUsersView({ columns }));

  expect(users.map(({ first_name, status, actions, sessions }) => [first_name, status, actions, sessions])).toEqual([
    ['Ann', 'live', 2, 2],
    ['Eve', 'left', 0, 0],
    ['Dan', 'live', 1, 1],
    ['Cid', 'left', 1, 1],
    ['Ben', 'left', 1, 1],
  ]);
  expect(users[0]).toEqual({
    user_id: users[0]?.user_id,
    first_name: 'Ann',
    last_name: '',
    username: '',
    language: '',
    premium: false,
    first_seen: '2024-02-20T10:00:00.000Z',
    last_seen: '2024-03-04T10:00:00.000Z',
    status: 'live',
    gender: 'female',
    source: '',
    source_last: '',
    source_significant: '',
    geo: null,
    actions: 2,
    sessions: 2,
    income: [],
  });
});

/* Table: money-scenario.ts. Ann paid 250 XTR, got them back and paid 100; two orders of hers and two of Ben's are 5 EUR each. */
test('income is what the report of income says, by currency', async () => {
  const { users } = await listUsers(
    deps(),
    buildQuery(money),
    parseUsersView({ sort: 'user_id', columns: 'income,actions' }),
  );

  expect(users.map(({ first_name, income, actions }) => [first_name, income, actions])).toEqual([
    [
      'Ann',
      [
        { currency: 'EUR', amount: 1_000 },
        { currency: 'XTR', amount: 100 },
      ],
      6,
    ],
    ['Ben', [{ currency: 'EUR', amount: 2_250 }], 3],
    ['Cid', [], 2],
    ['Dan', [], 1],
  ]);
});

/* Amounts in two currencies cannot be compared; users without an income in the main one are equal, ordered by ID. */
const incomes: [
  main: string,
  sales: Readonly<Record<string, [amount: number, currency: string]>>,
  falling: string[],
][] = [
  ['the only one', { Ann: [100, 'EUR'], Ben: [300, 'EUR'], Cid: [200, 'EUR'] }, ['Ben', 'Cid', 'Ann', 'Dan']],
  ['that of most users', { Ann: [900, 'USD'], Ben: [100, 'EUR'], Cid: [200, 'EUR'] }, ['Cid', 'Ben', 'Ann', 'Dan']],
  ['stars', { Ann: [100, 'EUR'], Ben: [300, 'EUR'], Cid: [1, 'XTR'] }, ['Cid', 'Ann', 'Ben', 'Dan']],
];
test.each(incomes)('income is ordered by the main currency: %s', async (_, sales, falling) => {
  const ids = { Ann: 101, Ben: 102, Cid: 103, Dan: 104 };
  const bot = await ingestHistory(store, (journey) => {
    for (const [name, id] of Object.entries(ids)) journey.user(name, { id }).sends('/start');
  });
  const date = '2024-03-01T10:00:00Z';
  const sale = { bot: bot.key, targetId: 1, date, receivedAt: Date.parse(date) + 1_000, nonce: '' };
  await store.write(
    Object.entries(ids).flatMap(([name, userId]) => {
      const [amount, currency] = sales[name] ?? [];
      return amount === undefined ? [] : [conversionEvent({ ...sale, userId, amount, currency: currency ?? '' })];
    }),
  );
  expect(await namesIn(bot, '-income')).toEqual(falling);
});

const orders: [UserColumn, rising: string[]][] = [
  ['first_name', ['Ann', 'Ben', 'Cid', 'Dan', 'Eve']],
  ['last_seen', ['Ben', 'Cid', 'Dan', 'Eve', 'Ann']],
  ['first_seen', ['Ann', 'Ben', 'Cid', 'Dan', 'Eve']],
];
test.each(orders)('pages of two by %s are the whole list, in either direction', async (column, rising) => {
  expect(await namesIn(population, column)).toEqual(rising);
  expect(await namesIn(population, `-${column}`)).toEqual(rising.toReversed());
});

test('every column orders everyone once', async () => {
  for (const column of userColumns.filter(isSortable)) {
    for (const sort of [column, `-${column}`]) {
      const names = await namesIn(population, sort);
      expect([sort, names.toSorted()]).toEqual([sort, ['Ann', 'Ben', 'Cid', 'Dan', 'Eve']]);
    }
  }
  expect((await namesIn(population, '-actions'))[0]).toBe('Ann');
  expect((await namesIn(population, 'actions'))[0]).toBe('Eve');
});

test('search by number, by username and by the beginning of a name', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.user('Анна', { id: 700_001, last_name: 'Петрова', username: 'Anna_P' }).sends('/start');
    journey.user('Hannah', { id: 70_000_122, username: 'hann' }).sends('/start');
  });
  const searchNames = (search: string) => namesIn(bot, 'user_id', { search });

  expect(await searchNames('700001')).toEqual(['Анна']);
  expect(await searchNames('@anna')).toEqual(['Анна']);
  expect(await searchNames('ПЕТР')).toEqual(['Анна']);
  expect(await searchNames('анна пет')).toEqual(['Анна']);
  expect(await searchNames('hann')).toEqual(['Hannah']);
  expect(await searchNames('nnah')).toEqual([]);
  expect(await searchNames("%' OR 1=1")).toEqual([]);
});

test('a number of a report is a selection', async () => {
  const visitors = 'visitors?period=2024-03-01..2024-03-04';

  expect(await namesIn(population, 'first_name', { number: visitors })).toEqual(['Ann', 'Cid', 'Dan']);
  expect(await namesIn(population, 'first_name', { number: `${visitors}&bucket=1` })).toEqual(['Dan']);
  const leftCondition: SegmentCondition = { kind: 'property', property: 'status', not: false, values: ['left'] };
  const narrowed = buildQuery(population, { number: visitors, rules: { match: 'all', rules: [leftCondition] } });
  expect(await countUsers(deps(), narrowed)).toEqual({ count: 1, total: 5 });
});

test('ids of everyone, rising, and from after one of them', async () => {
  const ids = await listUserIds(deps(), buildQuery(money));
  expect(ids).toEqual([101, 102, 103, 104]);
  expect(await listUserIds(deps(), buildQuery(money), 102)).toEqual([103, 104]);
});

test('a user who arrives between two pages moves nobody', async () => {
  const bot = await ingestHistory(store, (journey) => {
    for (const name of ['Ann', 'Ben', 'Cid']) {
      journey.user(name).sends('/start');
      journey.after('1h');
    }
  });
  const view = { sort: 'first_seen', limit: '2', columns: 'user_id' };
  const first = await listUsers(deps(), buildQuery(bot), parseUsersView(view));
  const now = Date.parse('2023-06-01T00:00:00Z') - dayMs;
  await store.write([{ ...bot.events[0]!, userId: 5, id: '7', time: now, receivedAt: now, firstName: 'Zed' }]);

  const second = await listUsers(deps(), buildQuery(bot), parseUsersView({ ...view, after: first.next ?? '' }));

  expect(second.users.map((user) => user.first_name)).toEqual(['Cid']);
});

test('a position of another order is refused', async () => {
  const page = await listUsers(deps(), buildQuery(population), parseUsersView({ sort: 'first_name', limit: '2' }));
  const view = parseUsersView({ sort: 'last_seen', after: page.next ?? '' });
  await expect(listUsers(deps(), buildQuery(population), view)).rejects.toMatchObject({
    code: 'InvalidField',
    field: 'after',
  });
});

test.each([
  [{ sort: 'geo' }, 'sort'],
  [{ sort: '-x' }, 'sort'],
  [{ limit: '0' }, 'limit'],
  [{ columns: 'first_name,secret' }, 'columns'],
  [{ after: 'x' }, 'after'],
])('%j is refused', (words, field) => {
  expect(() => parseUsersView(words)).toThrow(expect.objectContaining({ code: 'InvalidField', field }));
});
