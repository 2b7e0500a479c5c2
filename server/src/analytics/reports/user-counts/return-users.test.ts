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
 * |     | before | 1 March           | 2 March                  | 3 March         | returns on |
 * |-----|--------|-------------------|--------------------------|-----------------|------------|
 * | Ann | blocks | unblocks, writes  |                          |                 | 1          |
 * | Ben | blocks |                   | presses a button         | writes          | 2          |
 * | Cid | meets  | blocks            | unblocks, blocks, writes | writes          | 2 (twice)  |
 * | Dan |        |                   | unblocks: first sign     |                 | -          |
 * | Eve | meets  | writes            |                          |                 | -          |
 * | Fay | blocks, returns |          |                          |                 | - (before) |
 */
test('users who had left and came back, by unblocking or by any action', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    const cid = journey.user('Cid');
    const dan = journey.user('Dan');
    const eve = journey.user('Eve');
    const fay = journey.user('Fay');
    journey.at('2024-02-28T10:00:00Z');
    for (const user of [ann, ben, cid, eve, fay]) user.sends('/start');
    journey.after('1h');
    for (const user of [ann, ben, fay]) user.blocks();
    journey.after('1h');
    fay.unblocks();
    journey.at('2024-03-01T10:00:00Z');
    ann.unblocks();
    journey.after('1s');
    ann.sends('/start');
    cid.blocks();
    eve.sends('hi');
    journey.at('2024-03-02T10:00:00Z');
    ben.presses('menu');
    cid.unblocks();
    dan.unblocks();
    journey.after('1m');
    cid.blocks();
    journey.after('1m');
    cid.sends('sorry');
    journey.at('2024-03-03T10:00:00Z');
    ben.sends('hi');
    cid.sends('hi');
  });
  await store.write(bot.events);

  const report = await bot.report({ type: 'return_users', period: '2024-03-01..2024-03-03' });

  expect(report.lines).toEqual([{ name: 'returned', values: [1, 2, 0], total: 3 }]);
});

/* Table: borders-story.ts. Ben by writing, Dan by unblocking. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('return_users', 'Europe/Berlin')).toEqual([['returned', [0, 1, 1], 2]]);
  expect(await loadLines('return_users', 'Asia/Kolkata')).toEqual([['returned', [0, 1, 1], 2]]);
});
