import { othersName } from '@botscope/contract';
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
 * |       | 1 March                    | 2 March        | actions | users |
 * |-------|----------------------------|----------------|---------|-------|
 * | /start | Ann twice, Ben            | Cid            | 3 + 1   | 2 + 1, 3 in all |
 * | menu  | Ann                        | Ann, Ben twice | 1 + 3   | 1 + 2, 2 in all |
 * | /help | Ben                        |                | 1       | 1     |
 * | others |                           | Ben, Cid twice | 0 + 3   | 0 + 2, 2 in all |
 * Ten more commands, /x0 to /x9, once each on 2 March: /x7 to /x9 fall out of the top ten by their names. Ben sends /x8, Cid all the rest.
 * A text and an inline query called "menu" are neither commands nor buttons.
 */
test('the ten most used commands and buttons and all others: actions and different users', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    const cid = journey.user('Cid');
    journey.at('2024-03-01T10:00:00Z');
    ann.sends('/start');
    ann.sends('/start promo');
    ben.sends('/start@shop_bot');
    ann.presses('menu');
    ben.sends('/help');
    journey.at('2024-03-02T10:00:00Z');
    cid.sends('/start');
    ann.presses('menu');
    ben.presses('menu');
    ben.presses('menu');
    ben.sends('menu');
    ben.sendsInlineQuery('menu');
    for (let index = 9; index >= 0; index -= 1) (index === 8 ? ben : cid).sends(`/x${index}`);
  });
  await store.write(bot.events);
  const question = { type: 'user_commands_stat', period: '2024-03-01..2024-03-02', detail: 'day' } as const;

  const report = await bot.report(question);

  const buildSingleUse = (name: string, ...values: number[]) => [
    { name, unit: 'actions', values, total: 1 },
    { name, unit: 'users', values, total: 1 },
  ];
  expect(report.lines).toEqual([
    { name: '/start', unit: 'actions', values: [3, 1], total: 4 },
    { name: '/start', unit: 'users', values: [2, 1], total: 3 },
    { name: 'menu', unit: 'actions', values: [1, 3], total: 4 },
    { name: 'menu', unit: 'users', values: [1, 2], total: 2 },
    ...buildSingleUse('/help', 1, 0),
    ...['/x0', '/x1', '/x2', '/x3', '/x4', '/x5', '/x6'].flatMap((name) => buildSingleUse(name, 0, 1)),
    { name: othersName, unit: 'actions', values: [0, 3], total: 3 },
    { name: othersName, unit: 'users', values: [0, 2], total: 2 },
  ]);

  const limitedReport = await bot.report({ ...question, commandLimit: 1 });
  expect(limitedReport.lines.map(({ name, values, total }) => [name, values, total])).toEqual([
    ['/start', [3, 1], 4],
    ['/start', [2, 1], 3],
    [othersName, [2, 13], 15],
    [othersName, [2, 3], 3],
  ]);

  // The others of one day are those of the whole period, too.
  const users = async (place: object) =>
    (await bot.users({ ...question, ...place })).map((one) => one.first_name).sort();
  expect(await users({ line: othersName })).toEqual(['Ben', 'Cid']);
  expect(await users({ line: othersName, bucket: '1' })).toEqual(['Ben', 'Cid']);
  expect(await users({ line: othersName, bucket: '0' })).toEqual([]);
  expect(await users({ line: '/x8' })).toEqual(['Ben']);
});

/*
 * Hidden commands: "🛒 Basket" and "Help" are approved; buttons count by their first 5 characters.
 *
 * |           | 1 March                        | 2 March              | actions | users        |
 * |-----------|--------------------------------|----------------------|---------|--------------|
 * | 🛒 Basket  | Ann, Ben twice                 | Ann                  | 3 + 1   | 2 + 1, 2 in all |
 * | buy:😀     | Ann 😀1 and 😀2, Ben 😀1          |                      | 3       | 2            |
 * | /start    | Ann                            |                      | 1       | 1            |
 * | Help      |                                | Ben                  | 1       | 1            |
 * "basket", "🛒 Basket!" and "Menu" are other texts; an edit, an inline query and a text in a group are no commands.
 */
test('approved hidden commands are commands, for the past too; buttons count by their first characters', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    journey.at('2024-03-01T10:00:00Z');
    ann.sends('/start');
    ann.sends('🛒 Basket');
    ben.sends('🛒 Basket');
    ben.sends('🛒 Basket');
    ann.presses('buy:😀1');
    ann.presses('buy:😀2');
    ben.presses('buy:😀1');
    for (const text of ['basket', '🛒 Basket!', 'Menu']) ben.sends(text);
    ben.edits('🛒 Basket');
    ben.sendsInlineQuery('Help');
    journey.at('2024-03-02T10:00:00Z');
    ann.sends('🛒 Basket');
    ben.sends('Help');
  });
  const inGroup = { ...bot.events[1]!, id: '1', chatType: 'supergroup', chatId: -100 } as const;
  await store.write([...bot.events, inGroup]);
  const question = { type: 'user_commands_stat', period: '2024-03-01..2024-03-02', detail: 'day' } as const;

  const report = await bot.report({ ...question, hiddenCommands: ['🛒 Basket', 'Help'], callbackMaxLength: 5 });

  const pair = (name: string, actions: number[], total: number, userCounts: number[], userTotal: number) => [
    { name, unit: 'actions', values: actions, total },
    { name, unit: 'users', values: userCounts, total: userTotal },
  ];
  expect(report.lines).toEqual([
    ...pair('🛒 Basket', [3, 1], 4, [2, 1], 2),
    ...pair('buy:😀', [3, 0], 3, [2, 0], 2),
    ...pair('/start', [1, 0], 1, [1, 0], 1),
    ...pair('Help', [0, 1], 1, [0, 1], 1),
  ]);

  // Each of the two settings alone.
  const hiddenOnly = await bot.report({ ...question, hiddenCommands: ['Help'] });
  expect(hiddenOnly.lines.filter(({ unit }) => unit === 'actions').map(({ name, total }) => [name, total])).toEqual([
    ['buy:😀1', 2],
    ['/start', 1],
    ['Help', 1],
    ['buy:😀2', 1],
  ]);
  const cutOnly = await bot.report({ ...question, callbackMaxLength: 3 });
  expect(cutOnly.lines.filter(({ unit }) => unit === 'actions').map(({ name, total }) => [name, total])).toEqual([
    ['buy', 3],
    ['/start', 1],
  ]);
});

/* Table: borders-story.ts. Starts of Cid, Dan and Eve; Ann's button on the 30th and the 1st. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('user_commands_stat', 'Europe/Berlin')).toEqual([
    ['/start', [1, 1, 1], 3],
    ['/start', [1, 1, 1], 3],
    ['menu', [1, 0, 1], 2],
    ['menu', [1, 0, 1], 1],
  ]);
  expect(await loadLines('user_commands_stat', 'Asia/Kolkata')).toEqual([
    ['/start', [0, 1, 1], 2],
    ['/start', [0, 1, 1], 2],
    ['menu', [1, 0, 1], 2],
    ['menu', [1, 0, 1], 1],
  ]);
});
