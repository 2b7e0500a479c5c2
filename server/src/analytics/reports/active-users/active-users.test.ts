import type { Journey } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestBorders } from '../borders-scenario.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * Active days (UTC). The report asks about 1 to 10 March 2024, on the 9th: the 10th is to come. 1 March is a Friday.
 *
 * | who | days                                 |
 * |-----|--------------------------------------|
 * | Ann | 31 Jan, 1 Mar, 2 Mar, 8 Mar, 9 Mar   |
 * | Ben | 1 Feb, 5 Mar                         |
 * | Cid | 2 Mar                                |
 * | Dan | 24 Feb                               |
 *
 * Last 7 days: a day counts on itself and the six that follow. Ann 1-8 (from 1 and 2 March) and 8-15 Mar; Ben 5-11 Mar;
 * Cid 2-8 Mar; Dan 24 Feb-1 Mar. Last 30: Ann 31 Jan-29 Feb, 1 Mar on; Ben 1 Feb-1 Mar, 5 Mar on; Cid 2 Mar on; Dan on.
 */
const scenario = (journey: Journey) => {
  const days = {
    Ann: ['01-31', '03-01', '03-02', '03-08', '03-09'],
    Ben: ['02-01', '03-05'],
    Cid: ['03-02'],
    Dan: ['02-24'],
  };
  for (const [name, list] of Object.entries(days)) {
    const user = journey.user(name);
    for (const day of list) {
      journey.at(`2024-${day}T10:00:00Z`);
      user.sends('hello');
      journey.after('3h');
      user.presses('menu');
    }
  }
};
const question = { type: 'active_users', period: '2024-03-01..2024-03-10', now: '2024-03-09T20:00:00Z' };

test('a report by day has the users of the day, of the last 7 and 30 days, and stickiness', async () => {
  const bot = await ingestHistory(store, scenario);

  const report = await bot.report(question);

  expect(report.incomplete).toBe(8);
  expect(report.lines).toEqual([
    { name: 'active', values: [1, 2, 0, 0, 1, 0, 0, 1, 1, 0], total: 3 },
    { name: 'last_1', values: [1, 2, 0, 0, 1, 0, 0, 1, 1, 0], total: 1 },
    { name: 'last_7', values: [2, 2, 2, 2, 3, 3, 3, 3, 2, 0], total: 2 },
    { name: 'last_30', values: [3, 3, 3, 3, 4, 4, 4, 4, 4, 0], total: 4 },
    {
      name: 'stickiness',
      unit: 'percent',
      values: [33.333, 66.667, 0, 0, 25, 0, 0, 25, 25, null],
      // The mean of the nine days gone by, 6 / 9 users, of the last 30 days' four.
      total: 16.667,
    },
  ]);
});

/*
 * A window ends on the very day on which the next one begins: Ann acts on 1 and 8 March, seven days apart, Eve on
 * 2 February and 3 March, thirty days apart (2024 has a 29 February). Last 7: Ann 1-7 and 8-14 March, Eve 3-9 March.
 */
test('a pause of exactly 7 or 30 days leaves no gap, and nobody counts twice', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const [ann, eve] = [journey.user('Ann'), journey.user('Eve')];
    for (const [user, day] of [
      [eve, '02-02'],
      [ann, '03-01'],
      [eve, '03-03'],
      [ann, '03-08'],
    ] as const) {
      journey.at(`2024-${day}T10:00:00Z`);
      user.sends('hello');
    }
  });

  const { lines } = await bot.report({ ...question, now: '2024-03-20T20:00:00Z' });

  const findValues = (name: string) => lines.find((line) => line.name === name)?.values;
  expect(findValues('last_7')).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2, 1]);
  expect(findValues('last_30')).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
});

/* Weeks: 1-3 March (cut off at the period's start), 4-10 March (ends today, the 9th). Mean days: 3 / 3 and 3 / 6. */
test('a report by week counts distinct users, in windows that end with the week or today', async () => {
  const bot = await ingestHistory(store, scenario);

  const report = await bot.report({ ...question, detail: 'week' });

  expect(report.buckets).toEqual(['2024-03-01T00:00:00+00:00', '2024-03-04T00:00:00+00:00']);
  expect(report.lines).toEqual([
    { name: 'active', values: [2, 2], total: 3 },
    { name: 'last_1', values: [0, 1], total: 1 },
    { name: 'last_7', values: [2, 2], total: 2 },
    { name: 'last_30', values: [3, 4], total: 4 },
    { name: 'stickiness', unit: 'percent', values: [33.333, 12.5], total: 16.667 },
  ]);
});

test('more days than fit the words of bits are gathered as sets, with the same numbers', async () => {
  const bot = await ingestHistory(store, scenario);

  const year = await bot.report({ ...question, period: '2023-06-01..2024-03-10', detail: 'month' });

  const zeros = [0, 0, 0, 0, 0, 0, 0];
  expect(year.lines.slice(0, 4)).toEqual([
    { name: 'active', values: [...zeros, 1, 2, 3], total: 4 },
    { name: 'last_1', values: [...zeros, 1, 0, 1], total: 1 },
    { name: 'last_7', values: [...zeros, 1, 1, 2], total: 2 },
    { name: 'last_30', values: [...zeros, 1, 3, 4], total: 4 },
  ]);
});

test('a report by hour has the visitors of the hour and no rolling lines', async () => {
  const bot = await ingestHistory(store, scenario);

  const report = await bot.report({ ...question, period: '2024-03-02..2024-03-02' });

  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 10 || hour === 13 ? 2 : 0));
  expect(report.lines).toEqual([{ name: 'active', values: hours, total: 2 }]);
});

/* Table: borders-scenario.ts. Ben's start of 20 March is within 30 days. Mean days: 8 / 3 of 5 users, and 6 / 3 of 4. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('active_users', 'Europe/Berlin')).toEqual([
    ['active', [2, 4, 2], 5],
    ['last_1', [2, 4, 2], 2],
    ['last_7', [2, 4, 5], 5],
    ['last_30', [3, 4, 5], 5],
    ['stickiness', [66.667, 100, 40], 53.333],
  ]);
  expect(await loadLines('active_users', 'Asia/Kolkata')).toEqual([
    ['active', [1, 3, 2], 4],
    ['last_1', [1, 3, 2], 2],
    ['last_7', [1, 3, 4], 4],
    ['last_30', [2, 3, 4], 4],
    ['stickiness', [50, 100, 50], 50],
  ]);
});
