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
 * New York puts the clock back on Sunday 3 November 2024: 01:00 to 02:00 comes twice.
 *
 * | UTC             | New York      | day | hour |
 * |-----------------|---------------|-----|------|
 * | 3 Nov 05:30     | 01:30 summer  | 7   | 01   |
 * | 3 Nov 06:30     | 01:30 winter  | 7   | 01   |
 * | 3 Nov 07:30     | 02:30         | 7   | 02   |
 * | 4 Nov 04:59     | 3 Nov 23:59   | 7   | 23   |
 * | 4 Nov 05:00     | 4 Nov 00:00   | 1   | 00   |
 * | 11 Nov 05:10, 2x | 11 Nov 00:10 | 1   | 00   |
 */
test('actions by hour of the local week', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const moments = ['03T05:30', '03T06:30', '03T07:30', '04T04:59', '04T05:00', '11T05:10', '11T05:10'];
    for (const moment of moments) {
      journey.at(`2024-11-${moment}:00Z`);
      ann.presses('menu');
    }
  });

  const report = await bot.report({
    type: 'activity_hours',
    period: '2024-11-01..2024-11-14',
    timeZone: 'America/New_York',
    compare: 'previous',
  });

  const hours = (counts: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);
  expect(report.buckets).toEqual(hours({}).map((_, hour) => String(hour).padStart(2, '0')));
  expect(report.incomplete).toBeNull();
  expect(report.detail).toBe('hour');
  expect(report.lines).toEqual([
    { name: '1', values: hours({ 0: 3 }), total: 3 },
    { name: '2', values: hours({}), total: 0 },
    { name: '3', values: hours({}), total: 0 },
    { name: '4', values: hours({}), total: 0 },
    { name: '5', values: hours({}), total: 0 },
    { name: '6', values: hours({}), total: 0 },
    { name: '7', values: hours({ 1: 2, 2: 1, 23: 1 }), total: 4 },
  ]);
  expect(report.compare?.lines).toHaveLength(7);
});

/* Table: borders-story.ts. Saturday is 30 March, Sunday the 31st, Monday 1 April; between 2 and 3 there is nothing in Berlin. */
test("a clock change at a month's end, a half-hour zone, copies and late news", async () => {
  const loadLines = await ingestBorders(store);
  const loadHours = async (timeZone: 'Europe/Berlin' | 'Asia/Kolkata') => {
    const lines = await loadLines('activity_hours', timeZone);
    return lines
      .filter(([, , total]) => total)
      .map(([day, values]) => [
        day,
        Object.fromEntries(values.flatMap((value, hour) => (value ? [[hour, value]] : []))),
      ]);
  };

  expect(await loadHours('Europe/Berlin')).toEqual([
    ['1', { 14: 1, 20: 1 }],
    ['6', { 13: 2, 23: 1 }],
    ['7', { 0: 1, 1: 1, 3: 1, 20: 1, 23: 1 }],
  ]);
  expect(await loadHours('Asia/Kolkata')).toEqual([
    ['1', { 3: 1, 17: 1 }],
    ['6', { 17: 2 }],
    ['7', { 4: 2, 6: 2, 23: 1 }],
  ]);
});
