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

/*
 * Table: session-story.ts. 10 March: 0, 2,400 and 1,500 s, mean 1,300, median 1,500. 12 March: 0 and 3,000 s, mean and
 * median 1,500. Over all 0, 0, 1,500, 2,400, 3,000: mean 1,380 (not the mean of the days' means), median 1,500.
 */
test('mean and median length, single actions as 0, to the real end of the last session', async () => {
  const bot = await ingestHistory(store, sessionScenario);

  const report = await bot.report({ type: 'avg_duration_session', period });

  expect(report.lines).toEqual([
    { name: 'mean', values: [1_300, null, 1_500], total: 1_380 },
    { name: 'median', values: [1_500, null, 1_500], total: 1_500 },
  ]);
});

/* Table: borders-story.ts. Berlin: 1,200 and 0.002; 120, 0, 0; 0, 0. Kolkata: 1,200; 0.002, 120, 0; 0, 0. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('avg_duration_session', 'Europe/Berlin')).toEqual([
    ['mean', [600.001, 40, 0], 188.572],
    ['median', [600.001, 0, 0], 0],
  ]);
  expect(await loadLines('avg_duration_session', 'Asia/Kolkata')).toEqual([
    ['mean', [1200, 40.001, 0], 220],
    ['median', [1200, 0.002, 0], 0.001],
  ]);
});
