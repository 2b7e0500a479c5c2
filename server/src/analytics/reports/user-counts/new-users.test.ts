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
 * Kolkata is 5:30 ahead: its 1 March begins at 18:30 UTC of 29 February.
 *
 * | user | first event (UTC)      | local day | later               |
 * |--------|------------------------|-----------|---------------------|
 * | Asha   | 29 Feb 18:29:59.999    | 29 Feb    | writes on 1 March   |
 * | Bala   | 29 Feb 18:30           | 1 March   | writes on 2 March   |
 * | Chitra | 1 Mar 20:00, by inline | 2 March   |                     |
 * | Deepa  | 1 Mar 21:00, blocks    | 2 March   | knew the bot before |
 * | Esha   | 4 Mar 18:29            | 4 March   |                     |
 */
test('a user is new in the local day of the first event ever', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const [asha, bala, chitra, deepa, esha] = ['Asha', 'Bala', 'Chitra', 'Deepa', 'Esha'].map((name) =>
      journey.user(name),
    );
    journey.at('2024-02-29T18:29:59.999Z');
    asha?.sends('/start');
    journey.at('2024-02-29T18:30:00Z');
    bala?.sends('/start');
    journey.after('1h');
    asha?.sends('hello');
    journey.at('2024-03-01T20:00:00Z');
    chitra?.sendsInlineQuery('cats');
    bala?.sends('hello');
    journey.at('2024-03-01T21:00:00Z');
    deepa?.blocks();
    journey.at('2024-03-04T18:29:00Z');
    esha?.sends('hi');
  });

  const report = await bot.report({ type: 'new_users', period: '2024-02-29..2024-03-04', timeZone: 'Asia/Kolkata' });

  expect(report).toEqual({
    type_report: 'new_users',
    unit: 'users',
    period: { from: '2024-02-29', to: '2024-03-04', time_zone: 'Asia/Kolkata' },
    detail: 'day',
    incomplete: null,
    session_gap_minutes: 30,
    buckets: [
      '2024-02-29T00:00:00+05:30',
      '2024-03-01T00:00:00+05:30',
      '2024-03-02T00:00:00+05:30',
      '2024-03-03T00:00:00+05:30',
      '2024-03-04T00:00:00+05:30',
    ],
    lines: [{ name: 'new', values: [1, 1, 2, 0, 1], total: 5 }],
  });
});

/* Table: borders-story.ts. Berlin: Cid, Dan, Eve. Kolkata: nobody, Cid, Dan; Eve comes after. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('new_users', 'Europe/Berlin')).toEqual([['new', [1, 1, 1], 3]]);
  expect(await loadLines('new_users', 'Asia/Kolkata')).toEqual([['new', [0, 1, 1], 2]]);
});
