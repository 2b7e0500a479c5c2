import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestBorders } from '../borders-scenario.ts';
import { ingestHistory, toEvent } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * Berlin puts the clock forward on Sunday 31 March 2024: that day ends at 22:00 UTC and has 23 hours.
 *
 * | UTC              | Berlin        | who and what                                   |
 * |------------------|---------------|------------------------------------------------|
 * | 30 Mar 22:59     | 30 Mar 23:59  | Ann writes                                     |
 * | 30 Mar 23:00     | 31 Mar 00:00  | Ann presses, Ben writes                        |
 * | 31 Mar 21:59:59  | 31 Mar 23:59  | Cid writes; Dan blocks (no action)             |
 * | 31 Mar 22:00     | 1 Apr 00:00   | Ann writes twice                               |
 * | 2 Apr 10:00      | 2 Apr 12:00   | Ben's press, without the sender's date; repeated on 3 April |
 */
test('different users per local day, week and month, and over all', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const [ann, ben, cid, dan] = ['Ann', 'Ben', 'Cid', 'Dan'].map((name) => journey.user(name));
    journey.at('2024-03-30T22:59:00Z');
    ann?.sends('/start');
    journey.at('2024-03-30T23:00:00Z');
    ann?.presses('menu');
    ben?.sends('/start');
    journey.at('2024-03-31T21:59:59Z');
    cid?.sends('/start');
    dan?.blocks();
    journey.at('2024-03-31T22:00:00Z');
    ann?.sends('one');
    ann?.sends('two');
  });
  const press = {
    update_id: 77,
    callback_query: {
      id: '1',
      from: { id: bot.events[2]!.userId, is_bot: false, first_name: 'Ben' },
      chat_instance: '1',
      data: 'x',
    },
  };
  await store.write([toEvent(bot.key, undefined, press, '2024-04-02T10:00:00Z')]);
  await store.write([...bot.events, toEvent(bot.key, undefined, press, '2024-04-03T10:00:00Z')]);
  const question = { type: 'visitors', period: '2024-03-30..2024-04-03', timeZone: 'Europe/Berlin' };

  const byDay = await bot.report(question);
  expect(byDay.buckets).toEqual([
    '2024-03-30T00:00:00+01:00',
    '2024-03-31T00:00:00+01:00',
    '2024-04-01T00:00:00+02:00',
    '2024-04-02T00:00:00+02:00',
    '2024-04-03T00:00:00+02:00',
  ]);
  expect(byDay.lines).toEqual([{ name: 'visitors', values: [1, 3, 1, 1, 0], total: 3 }]);

  const byWeek = await bot.report({ ...question, detail: 'week' });
  expect(byWeek.buckets).toEqual(['2024-03-30T00:00:00+01:00', '2024-04-01T00:00:00+02:00']);
  expect(byWeek.lines).toEqual([{ name: 'visitors', values: [3, 2], total: 3 }]);

  const byMonth = await bot.report({ ...question, detail: 'month' });
  expect(byMonth.lines).toEqual([{ name: 'visitors', values: [3, 2], total: 3 }]);

  const byHour = await bot.report({ ...question, period: '2024-03-31..2024-03-31' });
  expect(byHour.detail).toBe('hour');
  expect(byHour.buckets).toHaveLength(23);
  expect(byHour.buckets.slice(1, 4)).toEqual([
    '2024-03-31T01:00:00+01:00',
    '2024-03-31T03:00:00+02:00',
    '2024-03-31T04:00:00+02:00',
  ]);
  expect(byHour.lines).toEqual([{ name: 'visitors', values: [2, ...new Array(21).fill(0), 1], total: 3 }]);
});

/* Table: borders-story.ts. Berlin: Ann, Cid; all but Eve; Ann, Eve. Kolkata: Ann; Ann, Ben, Cid; Ann, Dan. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('visitors', 'Europe/Berlin')).toEqual([['visitors', [2, 4, 2], 5]]);
  expect(await loadLines('visitors', 'Asia/Kolkata')).toEqual([['visitors', [1, 3, 2], 4]]);
});
