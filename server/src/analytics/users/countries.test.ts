import type { FieldValue, SegmentCondition } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldChangeEvent } from '../../events/normalize/field-change-event.ts';
import { hitEvent } from '../../events/normalize/hit-event.ts';
import { defaultStartRules } from '../../events/normalize/start-payload.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import type { FieldType } from '../query/segments/segment-context.ts';
import { toEvent } from '../reports/test-bot.ts';
import { testQuery } from '../reports/test-query.ts';
import { eachUsers, listUserIds, listUsers, parseUsersView } from './list-users.ts';

const berlin = { latitude: 52.52, longitude: 13.4 };
const moscow = { latitude: 55.75, longitude: 37.62 };
const atlantic = { latitude: 30, longitude: -40 };

/*
 * | user | shares                        | field `country` | opens the Mini App in | country |
 * |    1 | Moscow, then Berlin           |                 | Austria, later        | DE      |
 * |    2 | Berlin, then the Atlantic     |                 |                       |         |
 * |    3 | Berlin                        | fr              | Austria               | FR      |
 * |    4 |                               | Wonderland      |                       | Wonderland |
 * |    5 | (launches with country=BR)    |                 |                       |         |
 * |    6 | Moscow                        | fr, removed     |                       | RU      |
 * |    7 |                               |                 | Austria, Japan, last unknown; earlier Brazil, which comes last | JP |
 * |    8 | the Atlantic                  |                 | Austria, before       | AT      |
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
  const opens = (userId: number, date: string, country: string, app = 1) => {
    const timestamp = Date.parse(date);
    const user = { userId, firstName: 'Ann', lastName: '', username: '', language: 'pt-br', isPremium: false };
    const hit = { name: 'app_launch', startPayload: '', platform: 'ios', version: '8.0', launch: '', country };
    const appHit = {
      ...{
        app,
        id: `${userId} ${date}`,
        deviceTime: timestamp,
        proof: 'hmac' as const,
        path: '',
        category: '',
        value: null,
      },
      ...{ unit: '', props: {}, ticket: '', script: '1' },
    };
    return hitEvent({
      ...hit,
      bot,
      user,
      at: timestamp,
      receivedAt: timestamp,
      rules: defaultStartRules,
      counted: appHit,
    });
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
    opens(1, '2024-01-03T10:00:00Z', 'AT'),
    opens(3, '2024-01-01T11:00:00Z', 'AT'),
    opens(7, '2024-01-01T10:00:00Z', 'AT'),
    opens(7, '2024-01-02T10:00:00Z', 'JP', 2),
    opens(7, '2024-01-03T10:00:00Z', ''),
    opens(8, '2024-01-01T10:00:00Z', 'AT'),
    says(8, '2024-01-02T10:00:00Z', { location: atlantic }),
    stores(3, 'fr', 1),
    stores(4, 'Wonderland', 1),
    stores(6, 'fr', 1),
    stores(6, null, 2),
  ]);
  // This opening is earlier and in another app.
  await store.write([opens(7, '2024-01-01T23:00:00Z', 'BR')]);
});
afterAll(() => store.close());

const deps = (now: string) => ({ store, now: () => Date.parse(now) });
const laterMoment = '2024-02-01T12:00:00Z';
const buildQuery = (now: string, fieldType: FieldType | null, rules: SegmentCondition[] = []) => ({
  settings: testQuery(
    { type: 'visitors', period: '7d', bot, fields: new Map(fieldType === null ? [] : [['country', fieldType]]) },
    Date.parse(now),
  ),
  rules: { match: 'all' as const, rules },
  search: '',
  number: '',
});

test('the field counts before the last location, and that before the last hit of a Mini App', async () => {
  const view = parseUsersView({ sort: 'user_id', columns: 'country,geo' });
  const { users } = await listUsers(deps(laterMoment), buildQuery(laterMoment, 'text'), view);

  expect(users.map(({ country, geo }) => ({ country, geo }))).toEqual([
    { country: 'DE', geo: berlin },
    { country: '', geo: atlantic },
    { country: 'FR', geo: berlin },
    { country: 'Wonderland', geo: null },
    { country: '', geo: null },
    { country: 'RU', geo: moscow },
    { country: 'JP', geo: null },
    { country: 'AT', geo: atlantic },
  ]);
});

test.each([
  ['text', ['DE', '', 'FR', 'Wonderland', '', 'RU', 'JP', 'AT']],
  ['number', ['DE', '', 'DE', '', '', 'RU', 'JP', 'AT']],
  [null, ['DE', '', 'DE', '', '', 'RU', 'JP', 'AT']],
] as const)('a file shows countries beside a field of the type %s', async (type, countries) => {
  const files: (string | undefined)[] = [];
  for await (const users of eachUsers(deps(laterMoment), buildQuery(laterMoment, type), ['country'])) {
    files.push(...users.map(({ country }) => country));
  }
  expect(files).toEqual(countries);
});

test.each([
  ['country', [8, 1, 3, 7, 6, 4, 2, 5]],
  ['-country', [4, 6, 7, 3, 1, 8, 2, 5]],
])('users are sorted by %s, those of unknown countries last', async (sort, ids) => {
  const { users } = await listUsers(deps(laterMoment), buildQuery(laterMoment, 'text'), parseUsersView({ sort }));
  expect(users.map(({ user_id }) => user_id)).toEqual(ids);
});

const country = (isNegated: boolean, ...values: string[]): SegmentCondition => ({
  kind: 'property',
  property: 'country',
  not: isNegated,
  values,
});
test.each([
  [country(false, 'DE', 'FR'), [1, 3]],
  [country(true, 'DE', 'FR'), [2, 4, 5, 6, 7, 8]],
  [country(false, ''), [2, 5]],
  [country(false, '', 'RU'), [2, 5, 6]],
  [country(true, '', 'RU'), [1, 3, 4, 7, 8]],
  [country(false, 'Wonderland'), [4]],
  [country(false, 'BR'), []],
  [country(false, 'AT', 'JP'), [7, 8]],
])('%j', async (condition, ids) => {
  expect(await listUserIds(deps(laterMoment), buildQuery(laterMoment, 'text', [condition]))).toEqual(ids);
});

test('a query as of an earlier day counts only the locations until then', async () => {
  const now = '2024-01-01T12:00:00Z';
  expect(await listUserIds(deps(now), buildQuery(now, null, [country(false, 'DE')]))).toEqual([2, 3]);
});
