import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/test-stores.ts';
import { sessionPeriod as period, tellSessions } from '../session-story.ts';
import { tellStory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/* Table: session-story.ts. 10 March: A1 of three, 33.333 %. 11 March: nothing to divide. 12 March: B2 of two, 50 %. Over all two of five. */
test('share of the sessions with one single action', async () => {
  const bot = await tellStory(store, tellSessions);

  const report = await bot.report({ type: 'rejection', period });

  expect(report.unit).toBe('percent');
  expect(report.lines).toEqual([{ name: 'rejection', values: [33.333, null, 50], total: 40 }]);
});
