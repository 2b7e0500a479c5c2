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

/* Table: session-story.ts. 10 March: A1 of three, 33.333 %. 11 March: nothing to divide. 12 March: B2 of two, 50 %. Over all two of five. */
test('share of the sessions with one single action', async () => {
  const bot = await ingestHistory(store, sessionScenario);

  const report = await bot.report({ type: 'rejection', period });

  expect(report.unit).toBe('percent');
  expect(report.lines).toEqual([{ name: 'rejection', values: [33.333, null, 50], total: 40 }]);
});

/* Table: borders-story.ts. Berlin: none of 2, 2 of 3, 2 of 2, 4 of 7. Kolkata: none of 1, 1 of 3, 2 of 2, 3 of 6. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('rejection', 'Europe/Berlin')).toEqual([['rejection', [0, 66.667, 100], 57.143]]);
  expect(await loadLines('rejection', 'Asia/Kolkata')).toEqual([['rejection', [0, 33.333, 100], 50]]);
});
