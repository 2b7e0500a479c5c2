import type { FieldValue, SegmentCondition } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldChangeEvent } from '../../events/normalize/field-change-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import type { FieldType } from '../query/segments/segment-context.ts';
import { toEvent } from '../reports/test-bot.ts';
import { testQuery } from '../reports/test-query.ts';
import { eachPeople, idsOf, listPeople, parsePeopleView } from './list-people.ts';

const berlin = { latitude: 52.52, longitude: 13.4 };
const moscow = { latitude: 55.75, longitude: 37.62 };
const atlantic = { latitude: 30, longitude: -40 };

/*
 * | user | shares                        | field `country` | country |
 * |    1 | Moscow, then Berlin           |                 | DE      |
 * |    2 | Berlin, then the Atlantic     |                 |         |
 * |    3 | Berlin                        | fr              | FR      |
 * |    4 |                               | Wonderland      | Wonderland |
 * |    5 | (launches with country=BR)    |                 |         |
 * |    6 | Moscow                        | fr, removed     | RU      |
 */
let store: ThrowawayStore;
let bot: string;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = store.freshBot();
  let updates = 0;
  const says = (userId: number, date: string, content: object) => {
    updates += 1;
    const from = { id: userId, is_bot: false, first_name: 'Ann', language_code: 'pt-br' };
    const message = {
      message_id: updates,
      date: Date.parse(date) / 1_000,
      from,
      chat: { id: userId, type: 'private' },
    };
    return toEvent(bot, date, { update_id: updates, message: { ...message, ...content } });
  };
  const stores = (userId: number, value: FieldValue | null, version: number) => {
    const change = { bot, userId, key: 'country', type: 'text' as const, value, version, by: { kind: 'api' as const } };
    return fieldChangeEvent({ ...change, at: Date.parse('2024-01-03T00:00:00Z') });
  };
  await store.write([
    says(1, '2024-01-01T10:00:00Z', { location: moscow }),
    says(1, '2024-01-02T10:00:00Z', { location: berlin }),
    says(2, '2024-01-01T10:00:00Z', { location: berlin }),
    says(2, '2024-01-02T10:00:00Z', { location: atlantic }),
    says(3, '2024-01-01T10:00:00Z', { location: berlin }),
    says(4, '2024-01-01T10:00:00Z', { text: 'hello' }),
    { ...says(5, '2024-01-01T10:00:00Z', { text: '/start' }), isStart: true, params: { country: 'BR' } },
    says(6, '2024-01-01T10:00:00Z', { location: moscow }),
    stores(3, 'fr', 1),
    stores(4, 'Wonderland', 1),
    stores(6, 'fr', 1),
    stores(6, null, 2),
  ]);
});
afterAll(() => store.close());

const deps = (now: string) => ({ store, now: () => Date.parse(now) });
const later = '2024-02-01T12:00:00Z';
const queryOf = (now: string, fieldType: FieldType | null, rules: SegmentCondition[] = []) => ({
  settings: testQuery(
    { type: 'visitors', period: '7d', bot, fields: new Map(fieldType === null ? [] : [['country', fieldType]]) },
    Date.parse(now),
  ),
  rules: { match: 'all' as const, rules },
  search: '',
  number: '',
});

test('the field counts before the last location; nothing else is known', async () => {
  const view = parsePeopleView({ sort: 'user_id', columns: 'country,geo' });
  const { users } = await listPeople(deps(later), queryOf(later, 'text'), view);

  expect(users.map(({ country, geo }) => ({ country, geo }))).toEqual([
    { country: 'DE', geo: berlin },
    { country: '', geo: atlantic },
    { country: 'FR', geo: berlin },
    { country: 'Wonderland', geo: null },
    { country: '', geo: null },
    { country: 'RU', geo: moscow },
  ]);
});

test.each([
  ['text', ['DE', '', 'FR', 'Wonderland', '', 'RU']],
  ['number', ['DE', '', 'DE', '', '', 'RU']],
  [null, ['DE', '', 'DE', '', '', 'RU']],
] as const)('with a field of the type %s, in a file', async (type, countries) => {
  const files: (string | undefined)[] = [];
  for await (const users of eachPeople(deps(later), queryOf(later, type), ['country'])) {
    files.push(...users.map(({ country }) => country));
  }
  expect(files).toEqual(countries);
});

test.each([
  ['country', [1, 3, 6, 4, 2, 5]],
  ['-country', [4, 6, 3, 1, 2, 5]],
])('by %s, the unknown last', async (sort, ids) => {
  const { users } = await listPeople(deps(later), queryOf(later, 'text'), parsePeopleView({ sort }));
  expect(users.map(({ user_id }) => user_id)).toEqual(ids);
});

const country = (not: boolean, ...values: string[]): SegmentCondition => ({
  kind: 'property',
  property: 'country',
  not,
  values,
});
test.each([
  [country(false, 'DE', 'FR'), [1, 3]],
  [country(true, 'DE', 'FR'), [2, 4, 5, 6]],
  [country(false, ''), [2, 5]],
  [country(false, '', 'RU'), [2, 5, 6]],
  [country(true, '', 'RU'), [1, 3, 4]],
  [country(false, 'Wonderland'), [4]],
  [country(false, 'BR'), []],
])('%j', async (condition, ids) => {
  expect(await idsOf(deps(later), queryOf(later, 'text', [condition]))).toEqual(ids);
});

test('as of an earlier day only the locations until then count', async () => {
  const now = '2024-01-01T12:00:00Z';
  expect(await idsOf(deps(now), queryOf(now, null, [country(false, 'DE')]))).toEqual([2, 3]);
});
