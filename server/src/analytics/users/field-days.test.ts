import type { FieldOperator } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldChangeEvent } from '../../events/normalize/field-change-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { toEvent } from '../reports/test-bot.ts';
import { testQuery } from '../reports/test-query.ts';
import { listUserIds } from './list-users.ts';

/*
 * | user | renewed (a day) | called (a moment)    |
 * |    1 | 2024-01-30      | 2024-01-30T02:00:00Z |
 * |    2 | 2024-02-01      | 2024-02-01T02:00:00Z |
 */
let store: ThrowawayStore;
let bot: string;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = store.freshBot();
  const date = '2024-01-01T10:00:00Z';
  const buildEvents = (id: number, day: string) => {
    const from = { id, is_bot: false, first_name: 'Ann' };
    const chat = { id, type: 'private' };
    const message = { message_id: id, date: Date.parse(date) / 1_000, from, chat, text: '/start' };
    const change = { bot, userId: id, type: 'date', by: { kind: 'api' }, at: Date.parse(date), version: 1 } as const;
    return [
      toEvent(bot, date, { update_id: id, message }),
      fieldChangeEvent({ ...change, key: 'renewed', value: `${day}T00:00:00.000Z` }),
      fieldChangeEvent({ ...change, key: 'called', value: `${day}T02:00:00.000Z` }),
    ];
  };
  await store.write([...buildEvents(1, '2024-01-30'), ...buildEvents(2, '2024-02-01')]);
});
afterAll(() => store.close());

/** The selected users; it is noon in London. */
const findUsers = (timeZone: string, key: string, operator: FieldOperator, value: string) => {
  const now = Date.parse('2024-02-01T12:00:00Z');
  const fields = new Map([['renewed', 'day'] as const, ['called', 'date'] as const]);
  const settings = testQuery({ type: 'visitors', period: '7d', bot, fields, timeZone }, now);
  const rules = { match: 'all' as const, rules: [{ kind: 'field' as const, key, is: operator, values: [value] }] };
  return listUserIds({ store, now: () => now }, { settings, rules, search: '', number: '' });
};

test.each(['America/Los_Angeles', 'Etc/UTC', 'Asia/Tokyo'])('a day is the same day in %s', async (zone) => {
  expect(await findUsers(zone, 'renewed', 'at_least', '2024-02-01')).toEqual([2]);
  expect(await findUsers(zone, 'renewed', 'at_most', '2024-01-30')).toEqual([1]);
  expect(await findUsers(zone, 'renewed', 'at_most', '2024-01-29')).toEqual([]);
  expect(await findUsers(zone, 'renewed', 'in_last_days', '1')).toEqual([2]);
  expect(await findUsers(zone, 'renewed', 'in_last_days', '2')).toEqual([2]);
  expect(await findUsers(zone, 'renewed', 'in_last_days', '3')).toEqual([1, 2]);
});

test('a moment lies on the day of the reader', async () => {
  expect(await findUsers('America/Los_Angeles', 'called', 'at_least', '2024-02-01')).toEqual([]);
  expect(await findUsers('Asia/Tokyo', 'called', 'at_least', '2024-02-01')).toEqual([2]);
});
