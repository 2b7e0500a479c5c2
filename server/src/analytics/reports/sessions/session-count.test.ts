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

test('sessions count in the bucket in which they begin (table: session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, sessionScenario);
  // Late data: the copies come in the opposite order.
  await store.write(bot.events.toReversed());

  const report = await bot.report({ type: 'session_count', period });

  expect(report.lines).toEqual([{ name: 'sessions', values: [3, 0, 2], total: 5 }]);
});

/*
 * With a gap of 5 minutes every action but Ann's 12:29:59.999 and 12:40 (10:00.001 apart) is a session of its own, and
 * these two are as well. 10 March: Ann 00:10, 00:40, 12:00, 12:29, 12:40; Ben 23:50; Eve 00:05, 00:34. 11 March: Ben
 * 00:15. 12 March: Ben 09:00, Cid 23:45. With 240 minutes Ann's 9 March runs on until 00:40 and Cid's into 13 March.
 */
test('the gap is a setting', async () => {
  const bot = await ingestHistory(store, sessionScenario);

  const shortGapReport = await bot.report({ type: 'session_count', period, sessionGapMinutes: 5 });
  expect(shortGapReport.lines).toEqual([{ name: 'sessions', values: [8, 1, 2], total: 11 }]);

  const longGapReport = await bot.report({ type: 'session_count', period, sessionGapMinutes: 240 });
  expect(longGapReport.lines).toEqual([{ name: 'sessions', values: [2, 0, 2], total: 4 }]);
});

/* Table: borders-story.ts. Ann's two minutes over the change are one session, and Cid's two milliseconds over midnight. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('session_count', 'Europe/Berlin')).toEqual([['sessions', [2, 3, 2], 7]]);
  expect(await loadLines('session_count', 'Asia/Kolkata')).toEqual([['sessions', [1, 3, 2], 6]]);
});
