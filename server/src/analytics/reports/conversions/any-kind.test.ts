import type { Event } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionEvent } from '../../../events/normalize/conversion-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import type { CountedTarget } from '../report.ts';
import { toEvent } from '../test-bot.ts';
import { testReport } from '../test-query.ts';
import { sale } from './test-targets.ts';

/*
 * Targets on events that make nobody a bot user, November 2026, UTC:
 *
 * | user | meets the bot   | what                                                             |
 * |--------|-----------------|------------------------------------------------------------------|
 * | Ann 1  | 1 Nov           | 3 Nov joins a group (chat_member); 4 Nov boosts a channel        |
 * | Ben 2  | 20 Nov          | 3 Nov joins a group; 3 Nov sale of 5 EUR sent by API             |
 * | Cid 3  | never           | 3 Nov joins a group; 4 Nov writes to a business account          |
 * | Dan 4  | 1 Nov           | 4 Nov promotes the bot in a group (my_chat_member of the group)  |
 *
 * Joins: Ann, Ben. Boosts: Ann. Promotions: Dan. Sales: Ben. Business messages: nobody who is a bot user.
 */
let store: ThrowawayStore;
let bot: string;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = store.freshBot();
  await store.write(scenario(bot));
});
afterAll(() => store.close());

const group = { id: -100, type: 'supergroup', title: 'Group' };
const user = (id: number) => ({ id, is_bot: false, first_name: `User ${id}` });
const s = (date: string) => Date.parse(date) / 1_000;
let update = 0;
function event(key: string, date: string, kind: string, content: object): Event {
  update += 1;
  return toEvent(key, date, { update_id: update, [kind]: content });
}
const writes = (key: string, id: number, date: string) =>
  event(key, date, 'message', {
    message_id: id,
    date: s(date),
    chat: { id, type: 'private' },
    from: user(id),
    text: 'hi',
  });
const joins = (key: string, id: number, date: string) =>
  event(key, date, 'chat_member', {
    ...{ chat: group, from: user(id), date: s(date) },
    old_chat_member: { status: 'left', user: user(id) },
    new_chat_member: { status: 'member', user: user(id) },
  });
const sold = (key: string, id: number, date: string, amount: number, targetId = 1) =>
  conversionEvent({
    bot: key,
    targetId,
    userId: id,
    date,
    amount,
    currency: 'EUR',
    receivedAt: Date.parse(date),
    nonce: '',
  });

const scenario = (key: string): Event[] => [
  writes(key, 1, '2026-11-01T10:00:00Z'),
  writes(key, 4, '2026-11-01T11:00:00Z'),
  writes(key, 2, '2026-11-20T10:00:00Z'),
  joins(key, 1, '2026-11-03T10:00:00Z'),
  joins(key, 2, '2026-11-03T11:00:00Z'),
  joins(key, 3, '2026-11-03T12:00:00Z'),
  sold(key, 2, '2026-11-03T13:00:00Z', 500),
  event(key, '2026-11-04T10:00:00Z', 'chat_boost', {
    chat: group,
    boost: { boost_id: 'b', add_date: s('2026-11-04T10:00:00Z'), source: { source: 'premium', user: user(1) } },
  }),
  event(key, '2026-11-04T11:00:00Z', 'business_message', {
    ...{ message_id: 9, date: s('2026-11-04T11:00:00Z'), chat: { id: 3, type: 'private' } },
    ...{ from: user(3), business_connection_id: 'c', text: 'hello' },
  }),
  event(key, '2026-11-04T12:00:00Z', 'my_chat_member', {
    ...{ chat: group, from: user(4), date: s('2026-11-04T12:00:00Z') },
    old_chat_member: { status: 'member', user: { id: 99, is_bot: true, first_name: 'Bot' } },
    new_chat_member: { status: 'administrator', user: { id: 99, is_bot: true, first_name: 'Bot' } },
  }),
];

const buildTarget = (id: number, kind: string): CountedTarget => ({
  ...{ id, name: kind, value: { kind: 'none' } },
  trigger: { kind: 'event', event: kind } as CountedTarget['trigger'],
});
const targets = [
  buildTarget(11, 'chat_member'),
  buildTarget(12, 'chat_boost'),
  buildTarget(13, 'my_chat_member'),
  buildTarget(14, 'business_message'),
];

async function ask(
  type: string,
  period: string,
  overrides: { targets?: readonly CountedTarget[]; filter?: string } = {},
  key = bot,
) {
  return testReport(
    { store, now: () => Date.parse('2026-12-31T00:00:00Z') },
    { bot: key, type, period, timeZone: 'UTC', detail: 'day', sessionGapMinutes: 30, targets, ...overrides },
  );
}
async function loadCounts(period: string, overrides = {}) {
  const { table } = await ask('conversion_summary', period, overrides);
  return Object.fromEntries((table?.rows ?? []).map(({ name, values }) => [name, values[0]]));
}

test.each([
  ['the month', '2026-11-01..2026-11-30', { 11: 2, 12: 1, 13: 1, 14: 0 }],
  ['a day without any conversion sent by API', '2026-11-04..2026-11-04', { 11: 0, 12: 1, 13: 1, 14: 0 }],
  ['a day before one of the two has met the bot', '2026-11-03..2026-11-03', { 11: 2, 12: 0, 13: 0, 14: 0 }],
])(
  'count every event of a bot user, of whatever kind and whenever they met the bot: %s',
  async (_, period, expected) => {
    expect(await loadCounts(period)).toEqual(expected);
    expect(await loadCounts(period, { targets: [...targets, sale] })).toMatchObject(expected);
  },
);

/*
 * 3 November: nobody acts; Ann and Ben convert. 1 November: Ann and Dan act, nobody converts. The whole week: Ann and Dan
 * act, Ann, Ben and Dan convert.
 */
describe('the conversion rate', () => {
  test('is of those who acted or converted: never over 100 %', async () => {
    const { lines } = await ask('conversions_summary', '2026-11-01..2026-11-07', { targets: [...targets, sale] });
    const rate = lines.find(({ name }) => name === 'rate');
    expect(rate?.values).toEqual([0, null, 100, 100, null, null, null]);
    expect(rate?.total).toBe(100);
    const { table } = await ask('conversion_summary', '2026-11-01..2026-11-07', { targets: [...targets, sale] });
    // Joins: Ann and Ben of the three who acted or converted.
    expect(table?.rows.map(({ name, values }) => [name, values[2]])).toEqual([
      ['11', 66.667],
      ['12', 33.333],
      ['13', 33.333],
      ['1', 33.333],
      ['14', 0],
    ]);
    const sources = await ask('conversion_sources', '2026-11-01..2026-11-07', { targets: [...targets, sale] });
    expect(sources.table?.rows.map(({ name, values }) => [name, values[1], values[2], values[3]])).toEqual([
      ['', 3, 2, 100],
    ]);
  });
});

test('a sent value says nothing to a target of a fixed value or of none; a negative one is nothing to it', async () => {
  const key = store.freshBot();
  const fixed: CountedTarget = {
    ...sale,
    id: 21,
    name: 'Fixed',
    value: { kind: 'fixed', amount: 700, currency: 'USD' },
  };
  const valuelessTarget: CountedTarget = { ...sale, id: 22, name: 'None', value: { kind: 'none' } };
  await store.write([
    writes(key, 1, '2026-11-01T10:00:00Z'),
    ...[1, 21, 22].flatMap((id) => [
      sold(key, 1, '2026-11-02T10:00:00Z', 500, id),
      sold(key, 1, '2026-11-02T11:00:00Z', -200, id),
    ]),
  ]);
  const { table } = await ask(
    'conversion_summary',
    '2026-11-01..2026-11-07',
    { targets: [sale, fixed, valuelessTarget] },
    key,
  );
  expect(table?.columns.map(({ name }) => name)).toEqual(['conversions', 'users', 'rate', 'refunds', 'EUR', 'USD']);
  expect(table?.rows.map(({ name, values }) => [name, ...values])).toEqual([
    ['1', 1, 1, 100, 1, 300, 0],
    ['21', 1, 1, 100, 0, 0, 700],
    ['22', 1, 1, 100, 0, 0, 0],
  ]);
});
