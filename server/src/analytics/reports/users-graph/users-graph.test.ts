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
test('live users at the end of each bucket are new + returned - left, cumulated', async () => {
  const bot = await ingestHistory(store, populationScenario);
  await store.write(bot.events);

  const report = await bot.report({ type: 'users_graph', period });

  expect(report.lines).toEqual([
    { name: 'live', values: [2, 1, 1, 2], total: 2 },
    { name: 'new', values: [1, 1, 1, 0], total: 3 },
    { name: 'returned', values: [0, 1, 0, 1], total: 2 },
    { name: 'left', values: [0, 3, 1, 0], total: 4 },
  ]);
});

/* Table: borders-story.ts. Before: Ann and Ben. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('users_graph', 'Europe/Berlin')).toEqual([
    ['live', [2, 4, 5], 5],
    ['new', [1, 1, 1], 3],
    ['returned', [0, 1, 1], 2],
    ['left', [1, 0, 1], 2],
  ]);
  expect(await loadLines('users_graph', 'Asia/Kolkata')).toEqual([
    ['live', [2, 3, 4], 4],
    ['new', [0, 1, 1], 2],
    ['returned', [0, 1, 1], 2],
    ['left', [0, 1, 1], 2],
  ]);
});
