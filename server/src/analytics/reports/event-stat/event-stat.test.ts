import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeCall } from '../../../events/normalize/normalize-call.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * | 29 February 2024                                  | 1 March                                        |
 * |---------------------------------------------------|------------------------------------------------|
 * | in: Ann /start and a text, Ben a press             | Ann edits, Ben blocks; Ben opens the Mini App   |
 * | out: two messages to Ann, answer to Ben's press     | a photo copied and a text edited for Ann,       |
 * |                                                   | a message to Ben is deleted, a webhook is set   |
 * Cid is known from an uploaded list alone: no event. A hit of nobody in particular, as anyone can send, is none either.
 */
test('incoming events are counted by kind, and outgoing ones by purpose', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann', { id: 1 });
    const ben = journey.user('Ben', { id: 2 });
    journey.at('2024-02-29T23:59:00Z');
    ann.sends('/start');
    ann.sends('hello');
    ben.presses('menu');
    journey.at('2024-03-01T00:00:00Z');
    ann.edits('hello!');
    ben.blocks();
    ben.opensApp();
  });
  const call = (date: string, method: string, params: object) => {
    const result = normalizeCall({ bot: bot.key, method, params, date, status: 200, receivedAt: Date.parse(date) });
    if ('rejected' in result) throw new Error(result.rejected);
    return result.event;
  };
  const calls = [
    call('2024-02-29T23:59:10.000Z', 'sendMessage', { chat_id: 1, text: 'hi' }),
    call('2024-02-29T23:59:11.000Z', 'sendMessage', { chat_id: 1, text: 'hi' }),
    call('2024-02-29T23:59:12.000Z', 'answerCallbackQuery', { callback_query_id: '1' }),
    call('2024-03-01T00:00:01.000Z', 'copyMessage', { chat_id: 1, from_chat_id: 2, message_id: 3 }),
    call('2024-03-01T00:00:02.000Z', 'editMessageText', { chat_id: 1, message_id: 3, text: 'ho' }),
    call('2024-03-01T00:00:03.000Z', 'deleteMessages', { chat_id: 2, message_ids: [1] }),
    call('2024-03-01T00:00:04.000Z', 'setWebhook', { url: 'https://example.com' }),
  ];
  const imported = { ...bot.events[0]!, id: '9', userId: 3, kind: 'imported', isAction: false } as const;
  const opening = bot.events.find(({ kind }) => kind === 'hit')!;
  const unproven = { ...opening, id: '10', userId: 0, isContact: false };
  await store.write([...calls, ...calls, imported, unproven, ...bot.events.toReversed()]);
  const query = { type: 'event_stat', period: '2024-02-29..2024-03-01', detail: 'day' };

  const report = await bot.report(query);

  const line = (name: string, ...values: number[]) => ({ name, values, total: values.reduce((a, b) => a + b) });
  expect(report.lines).toEqual([
    line('in', 3, 3),
    line('out', 3, 4),
    line('message', 2, 0),
    line('edited_message', 0, 1),
    line('callback_query', 1, 0),
    line('my_chat_member', 0, 1),
    line('hit', 0, 1),
    line('call:send', 2, 1),
    line('call:edit', 0, 1),
    line('call:delete', 0, 1),
    line('call:answer', 1, 0),
    line('call:other', 0, 1),
  ]);
  const users = async (overrides: object) =>
    (await bot.users({ ...query, ...overrides })).map((one) => one.first_name).sort();
  expect(await users({})).toEqual(['Ann', 'Ben']);
  expect(await users({ line: 'message' })).toEqual(['Ann']);
  expect(await users({ line: 'out', bucket: '0' })).toEqual(['Ann']);
  expect(await users({ line: 'call:delete' })).toEqual(['Ben']);
});

test('a bot without events has zeros', async () => {
  const bot = await ingestHistory(store, () => {});
  const report = await bot.report({ type: 'event_stat', period: '2024-03-01..2024-03-02', detail: 'day' });
  expect(report.lines).toEqual([
    { name: 'in', values: [0, 0], total: 0 },
    { name: 'out', values: [0, 0], total: 0 },
  ]);
});
