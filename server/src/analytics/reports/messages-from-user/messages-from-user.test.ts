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
 * The month ends on Wednesday 31 January 2024.
 *
 * | 31 January                                  | 1 February                         |
 * |---------------------------------------------|------------------------------------|
 * | Ann: /start, text, photo, edit of the text   | Ann: button, reaction              |
 * | Ben: /start, inline query, chosen result     | Ben: checkout and payment, blocks  |
 */
test('actions by type; a type that nobody used has no line, a status change is no action', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    journey.at('2024-01-31T23:59:00Z');
    ann.sends('/start');
    ben.sends('/start');
    ann.sends('hello');
    ann.edits('hello!');
    ann.sendsPhoto('look');
    ben.sendsInlineQuery('cats');
    ben.choosesInline('cat-1');
    journey.at('2024-02-01T00:00:00Z');
    ann.presses('menu');
    ann.reacts('👍');
    ben.pays({ amount: 5, currency: 'XTR', payload: 'order' });
    ben.blocks();
  });
  await store.write(bot.events);

  const report = await bot.report({ type: 'messages_from_user', period: '2024-01-31..2024-02-02', detail: 'day' });

  expect(report.lines).toEqual([
    { name: 'text', values: [1, 0, 0], total: 1 },
    { name: 'command', values: [2, 0, 0], total: 2 },
    { name: 'button', values: [0, 1, 0], total: 1 },
    { name: 'inline', values: [2, 0, 0], total: 2 },
    { name: 'photo', values: [1, 0, 0], total: 1 },
    { name: 'reaction', values: [0, 1, 0], total: 1 },
    { name: 'edited', values: [1, 0, 0], total: 1 },
    { name: 'payment', values: [0, 2, 0], total: 2 },
  ]);
});

/*
 * "Menu" is approved. Ann: /start, Menu, menu, button Menu. Ben: Menu, an edit to Menu; in a group, Menu: a text there.
 * So 3 commands, 2 texts, 1 button, 1 edit.
 */
test('approved hidden commands are commands and no texts', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    journey.at('2024-01-31T12:00:00Z');
    ann.sends('/start');
    ann.sends('Menu');
    ann.sends('menu');
    ann.presses('Menu');
    ben.sends('Menu');
    ben.edits('Menu');
  });
  await store.write([{ ...bot.events[1]!, id: '1', chatType: 'group', chatId: -5 }]);
  const question = { type: 'messages_from_user', period: '2024-01-31..2024-01-31', detail: 'day' } as const;
  const totals = async (hiddenCommands: string[]) =>
    (await bot.report({ ...question, hiddenCommands })).lines.map(({ name, total }) => [name, total]);

  expect(await totals(['Menu', 'Basket'])).toEqual([
    ['text', 2],
    ['command', 3],
    ['button', 1],
    ['edited', 1],
  ]);
  expect(await totals([])).toEqual([
    ['text', 4],
    ['command', 1],
    ['button', 1],
    ['edited', 1],
  ]);
});

/* Table: borders-story.ts. Starts of Cid, Dan and Eve; four times hello on the 31st; what nobody dated counts when it first came. */
test("a clock change at a month's end, a half-hour zone, copies, late news, users who come back", async () => {
  const loadLines = await ingestBorders(store);

  expect(await loadLines('messages_from_user', 'Europe/Berlin')).toEqual([
    ['text', [1, 4, 0], 5],
    ['command', [1, 1, 1], 3],
    ['button', [1, 0, 1], 2],
  ]);
  expect(await loadLines('messages_from_user', 'Asia/Kolkata')).toEqual([
    ['text', [1, 4, 0], 5],
    ['command', [0, 1, 1], 2],
    ['button', [1, 0, 1], 2],
  ]);
});
