import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestBorders } from '../borders-scenario.ts';
import { ingestHistory } from '../test-bot.ts';
import { sessionPeriod as period, sessionScenario } from './session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/* Table: session-story.ts. 10 March: 1, 3 and 2 actions, mean 2. 12 March: 1 and 3, mean 2. Over all 10 in 5: 2. By weeks the 11th is a Monday. */
test('mean number of actions of a session', async () => {
  const bot = await ingestHistory(store, sessionScenario);

  const byDay = await bot.report({ type: 'avg_events_session', period });
  expect(byDay.lines).toEqual([{ name: 'mean', values: [2, null, 2], total: 2 }]);

  // With a gap of 20 minutes, which a pause of exactly 20:00 ends: on 10 March Ann 1, 1, 1, 2, Ben 1, Eve 1, 1; then 1; then 1, 1.
  const shorter = await bot.report({ type: 'avg_events_session', period, sessionGapMinutes: 20 });
  expect(shorter.lines).toEqual([{ name: 'mean', values: [1.143, 1, 1], total: 1.1 }]);
});

/* Table: borders-story.ts. Berlin: 4 / 2, 4 / 3, 2 / 2, 10 / 7. Kolkata: 2 / 1, 5 / 3, 2 / 2, 9 / 6. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('avg_events_session', 'Europe/Berlin')).toEqual([['mean', [2, 1.333, 1], 1.429]]);
  expect(await loadLines('avg_events_session', 'Asia/Kolkata')).toEqual([['mean', [2, 1.667, 1], 1.5]]);
});
