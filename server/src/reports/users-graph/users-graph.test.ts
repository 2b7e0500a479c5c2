import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/test-stores.ts';
import { populationPeriod as period, tellPopulation } from '../population-story.ts';
import { tellStory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/* Table: population-story.ts. */
test('live users at the end of each bucket are new + returned - left, cumulated', async () => {
  const bot = await tellStory(store, tellPopulation);
  await store.write(bot.events);

  const report = await bot.report({ type: 'users_graph', period });

  expect(report.lines).toEqual([
    { name: 'live', values: [2, 1, 1, 2], total: 2 },
    { name: 'new', values: [1, 1, 1, 0], total: 3 },
    { name: 'returned', values: [0, 1, 0, 1], total: 2 },
    { name: 'left', values: [0, 3, 1, 0], total: 4 },
  ]);
});
