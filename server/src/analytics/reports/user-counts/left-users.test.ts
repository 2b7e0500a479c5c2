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
 * |     | before | 1 March | 2 March                 | 3 March     | 4 March        | leaves on |
 * |-----|--------|---------|-------------------------|-------------|----------------|-----------|
 * | Ann | meets  |         | blocks, unblocks, blocks |             |                | 2         |
 * | Ben | meets  | blocks  |                         | blocks *    |                | 1         |
 * | Cid | meets  |         |                         | blocks      | writes, blocks | 3, 4      |
 * | Dan |        |         | blocks: first sign      |             |                | 2         |
 * | Eve | blocks |         | blocks *                |             |                | -         |
 * | Fay |        |         | a send says "blocked"; we have never met her           | -         |
 * | Gus | meets  |         |                         | a send says "blocked"      | 3         |
 * * = was gone already
 */
test('users who leave: each counts once in a bucket, and only if they were there', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    const cid = journey.user('Cid');
    const dan = journey.user('Dan');
    const eve = journey.user('Eve');
    const gus = journey.user('Gus', { id: 700 });
    journey.at('2024-02-28T10:00:00Z');
    for (const user of [ann, ben, cid, eve, gus]) user.sends('/start');
    journey.after('1h');
    eve.blocks();
    journey.at('2024-03-01T10:00:00Z');
    ben.blocks();
    journey.at('2024-03-02T10:00:00Z');
    ann.blocks();
    journey.after('1h');
    ann.unblocks();
    journey.after('1h');
    ann.blocks();
    dan.blocks();
    eve.blocks();
    journey.at('2024-03-03T10:00:00Z');
    ben.blocks();
    cid.blocks();
    journey.at('2024-03-04T10:00:00Z');
    cid.sends('hello again');
    journey.after('1m');
    cid.blocks();
  });
  // A second delivery of the same updates changes nothing.
  await store.write(bot.events);
  // Sends that Telegram refused because the user had blocked the bot.
  const call = { ...bot.events[0]!, kind: 'call', isAction: false, isContact: false, membership: 'blocked' } as const;
  await store.write([
    { ...call, id: '1', userId: 600, time: Date.parse('2024-03-02T15:00:00Z') },
    { ...call, id: '2', userId: 700, time: Date.parse('2024-03-03T15:00:00Z') },
  ]);

  const report = await bot.report({ type: 'left_users', period: '2024-03-01..2024-03-05' });

  expect(report.lines).toEqual([{ name: 'left', values: [1, 2, 2, 1, 0], total: 5 }]);
});

/* Table: borders-story.ts. Ben and Dan; Ben's evening of the 30th is the 31st in Kolkata. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('left_users', 'Europe/Berlin')).toEqual([['left', [1, 0, 1], 2]]);
  expect(await loadLines('left_users', 'Asia/Kolkata')).toEqual([['left', [0, 1, 1], 2]]);
});
