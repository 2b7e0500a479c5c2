import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestBorders } from '../borders-scenario.ts';
import { populationPeriod as period, populationScenario } from '../population-scenario.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/* Table: population-story.ts. */
test('everyone known, live, left, and the share of the live', async () => {
  const bot = await ingestHistory(store, populationScenario);

  const report = await bot.report({ type: 'count_users', period });

  expect(report.lines).toEqual([
    { name: 'all', values: [3, 4, 5, 5], total: 5 },
    { name: 'live', values: [2, 1, 1, 2], total: 2 },
    { name: 'left', values: [1, 3, 4, 3], total: 3 },
    { name: 'share', unit: 'percent', values: [66.667, 25, 20, 40], total: 40 },
  ]);
});

test('a bot that nobody has met has no share of live users', async () => {
  const bot = await ingestHistory(store, () => {});

  const report = await bot.report({ type: 'count_users', period: '2024-03-01..2024-03-03' });

  expect(report.lines).toEqual([
    { name: 'all', values: [0, 0, 0], total: 0 },
    { name: 'live', values: [0, 0, 0], total: 0 },
    { name: 'left', values: [0, 0, 0], total: 0 },
    { name: 'share', unit: 'percent', values: [null, null, null], total: null },
  ]);
});

/*
 * Table: borders-scenario.ts. Ben is away from one Berlin midnight to the next; in Kolkata Ben leaves and returns
 * within one day, and so does Dan everywhere.
 */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('count_users', 'Europe/Berlin')).toEqual([
    ['all', [3, 4, 5], 5],
    ['live', [2, 4, 5], 5],
    ['left', [1, 0, 0], 0],
    ['share', [66.667, 100, 100], 100],
  ]);
  expect(await loadLines('count_users', 'Asia/Kolkata')).toEqual([
    ['all', [2, 3, 4], 4],
    ['live', [2, 3, 4], 4],
    ['left', [0, 0, 0], 0],
    ['share', [100, 100, 100], 100],
  ]);
});
