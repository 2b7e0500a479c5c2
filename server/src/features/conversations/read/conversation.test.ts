import type { ConversationItem } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ann, annsChat, shopBot, startHistory } from '../test-history.ts';
import { readConversation } from './conversation.ts';
import type { HistoryScope } from './history.ts';
import { readEvent, readLog } from './log.ts';
import { parseCursor } from './position.ts';
import { searchConversation } from './search.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const createScope = (bot: string): HistoryScope => ({ store, bot, user: ann.id, now });

/** Describes an item for a test: everything but ids. */
const words = (item: ConversationItem): string => {
  const time = item.at.slice(5, 19);
  if (item.type === 'note') {
    const { note, name, text, message_id, amount, currency } = item;
    const money = currency === '' ? '' : `${amount} ${currency}`;
    return [time, `*${note}`, name, text, message_id || '', money].filter((word) => word !== '').join(' ');
  }
  const versions = item.versions.map(({ text, content, keyboard }) =>
    [text, content === null ? '' : `[${content.kind}]`, ...keyboard.flat().map((button) => `<${button.text}>`)]
      .filter((word) => word !== '')
      .join(' '),
  );
  return [
    time,
    `${item.way} #${item.message_id}`,
    versions.join(' → '),
    item.is_original_missing ? 'original missing' : '',
    item.reply_to === null ? '' : `re #${item.reply_to.message_id}`,
    item.album === '' ? '' : `album ${item.album}`,
    item.forwarded_from === '' ? '' : `from ${item.forwarded_from}`,
    ...item.pressed.map(({ data }) => `pressed ${data}`),
    ...item.reactions.map(({ emoji, way }) => `${emoji} ${way}`),
    item.deleted_at === null ? '' : 'deleted',
    item.state === 'sent' ? '' : `${item.state} ${item.error}`.trim(),
  ]
    .filter((word) => word !== '')
    .join(' | ');
};

const photo = (id: string) => ({
  photo: [
    { file_id: `${id}s`, file_unique_id: `${id}s`, width: 90, height: 60 },
    { file_id: `${id}l`, file_unique_id: `${id}l`, width: 800, height: 600, file_size: 9_000 },
  ],
});

/*
 * Ann and the bot on two days of March 2026. The message 3 was sent before the bot was connected: only its edit is known.
 */
function wholeHistory(bot: string) {
  const history = startHistory(bot);
  const { says, edits, calls, sent, update } = history;
  const keyboard = {
    inline_keyboard: [
      [
        { text: 'Catalogue', callback_data: 'cat' },
        { text: 'Site', url: 'https://shop.example' },
      ],
    ],
  };
  says(10, '2026-03-01T10:00:00Z', { text: '/start ads', entities: [{ type: 'bot_command', offset: 0, length: 6 }] });
  calls('2026-03-01T10:00:01Z', 'sendChatAction', { chat_id: ann.id, action: 'typing' }, { ok: true, result: true });
  calls(
    '2026-03-01T10:00:02Z',
    'sendMessage',
    { chat_id: ann.id, text: 'Welcome', reply_markup: keyboard },
    sent(11, '2026-03-01T10:00:02Z', { text: 'Welcome', reply_markup: keyboard }),
  );
  update('2026-03-01T10:00:05Z', {
    callback_query: {
      id: '1',
      from: ann,
      chat_instance: '1',
      data: 'cat',
      message: { message_id: 11, chat: annsChat, from: shopBot, date: 1, text: 'Welcome', reply_markup: keyboard },
    },
  });
  calls(
    '2026-03-01T10:00:06Z',
    'editMessageText',
    { chat_id: ann.id, message_id: 11, text: 'Our catalogue' },
    sent(11, '2026-03-01T10:00:02Z', { text: 'Our catalogue' }),
  );
  says(12, '2026-03-01T10:01:00Z', { text: 'helo' });
  edits(12, '2026-03-01T10:01:00Z', '2026-03-01T10:01:09Z', { text: 'hello' });
  edits(12, '2026-03-01T10:01:00Z', '2026-03-01T10:01:20Z', { text: 'hello!' });
  edits(3, '2026-02-28T23:00:00Z', '2026-03-01T10:02:00Z', { text: 'changed' });
  edits(3, '2026-02-28T23:00:00Z', '2026-03-01T10:02:30Z', { text: 'changed twice' });
  says(14, '2026-03-01T10:03:00Z', { ...photo('a'), media_group_id: 'g', caption: 'two' });
  says(13, '2026-03-01T10:03:00Z', { ...photo('b'), media_group_id: 'g' });
  update('2026-03-01T10:04:00Z', {
    message_reaction: {
      chat: annsChat,
      message_id: 11,
      user: ann,
      date: 1_772_359_440,
      old_reaction: [],
      new_reaction: [{ type: 'emoji', emoji: '👍' }],
    },
  });
  calls(
    '2026-03-01T10:05:00Z',
    'setMessageReaction',
    { chat_id: ann.id, message_id: '12', reaction: '[{"type":"emoji","emoji":"🔥"}]' },
    { ok: true, result: true },
  );
  says(15, '2026-03-01T10:06:00Z', { voice: { file_id: 'v', file_unique_id: 'v', duration: 3 } });
  says(16, '2026-03-01T10:06:01Z', {
    sticker: { file_id: 's', file_unique_id: 's', emoji: '😂', width: 512, height: 512 },
  });
  says(17, '2026-03-01T10:06:02Z', { location: { latitude: 55.5, longitude: 37.25 } });
  says(18, '2026-03-01T10:06:03Z', { contact: { phone_number: '999', first_name: 'Courier' } });
  says(19, '2026-03-01T10:06:04Z', {
    text: 'about this',
    reply_to_message: { message_id: 11, date: 1_772_359_202, text: 'Our catalogue', from: shopBot },
  });
  says(20, '2026-03-01T10:06:05Z', {
    text: 'news',
    forward_origin: { type: 'channel', chat: { title: 'News' }, date: 1 },
  });
  calls(
    '2026-03-01T10:07:00Z',
    'sendMediaGroup',
    { chat_id: ann.id, media: '[{"type":"photo","media":"x"},{"type":"photo","media":"y"}]' },
    {
      ok: true,
      result: [
        { message_id: 21, chat: annsChat, date: 1, media_group_id: 'h', ...photo('x') },
        { message_id: 22, chat: annsChat, date: 1, media_group_id: 'h', ...photo('y') },
      ],
    },
  );
  calls('2026-03-01T10:08:00Z', 'sendInvoice', {
    chat_id: ann.id,
    title: 'Hat',
    currency: 'XTR',
    prices: [{ label: 'Hat', amount: 250 }],
  });
  update('2026-03-01T10:08:05Z', {
    pre_checkout_query: { id: '2', from: ann, currency: 'XTR', total_amount: 250, invoice_payload: 'hat' },
  });
  says(24, '2026-03-01T10:08:06Z', {
    successful_payment: {
      currency: 'XTR',
      total_amount: 250,
      invoice_payload: 'hat',
      telegram_payment_charge_id: 'c1',
    },
  });
  says(25, '2026-03-01T10:09:00Z', {
    refunded_payment: { currency: 'XTR', total_amount: 250, invoice_payload: 'hat', telegram_payment_charge_id: 'c1' },
  });
  calls(
    '2026-03-01T10:10:00Z',
    'deleteMessages',
    { chat_id: ann.id, message_ids: [21, 22] },
    { ok: true, result: true },
  );
  update('2026-03-02T09:00:00Z', {
    inline_query: { id: '3', from: ann, chat_type: 'sender', query: 'hats', offset: '' },
  });
  says(26, '2026-03-02T09:01:00Z', { text: 'in a group', chat: { id: -77, type: 'supergroup', title: 'G' } });
  says(27, '2026-03-02T09:02:00Z', { giveaway: { id: 1 } });
  update('2026-03-02T09:03:00Z', {
    my_chat_member: {
      chat: annsChat,
      from: ann,
      date: 1,
      old_chat_member: { user: shopBot, status: 'member' },
      new_chat_member: { user: shopBot, status: 'kicked', until_date: 0 },
    },
  });
  calls(
    '2026-03-02T09:04:00Z',
    'sendMessage',
    { chat_id: ann.id, text: 'Come back' },
    { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
  );
  calls(
    '2026-03-02T09:05:00Z',
    'sendPhoto',
    { chat_id: ann.id, photo: 'AgAC', caption: 'Sale' },
    { ok: false, error_code: 0 },
  );
  return history;
}

const expected = [
  '03-01T10:00:00 | in #10 | /start ads',
  '03-01T10:00:02 | out #11 | Welcome <Catalogue> <Site> → Our catalogue | pressed cat | 👍 in',
  '03-01T10:00:05 *press cat Catalogue 11',
  '03-01T10:01:00 | in #12 | helo → hello → hello! | 🔥 out',
  '03-01T10:02:00 | in #3 | changed → changed twice | original missing',
  '03-01T10:03:00 | in #13 | [photo] | album g',
  '03-01T10:03:00 | in #14 | two [photo] | album g',
  '03-01T10:06:00 | in #15 | [voice]',
  '03-01T10:06:01 | in #16 | [sticker]',
  '03-01T10:06:02 | in #17 | [location]',
  '03-01T10:06:03 | in #18 | [contact]',
  '03-01T10:06:04 | in #19 | about this | re #11',
  '03-01T10:06:05 | in #20 | news | from News',
  '03-01T10:07:00 | out #21 | [photo] | album h | deleted',
  '03-01T10:07:00 | out #22 | [photo] | album h | deleted',
  '03-01T10:08:00 | out #0 | [invoice]',
  '03-01T10:08:05 *checkout hat 250 XTR',
  '03-01T10:08:06 | in #24 | [payment]',
  '03-01T10:09:00 | in #25 | [refund]',
  '03-02T09:00:00 *inline_query hats',
  '03-02T09:02:00 | in #27 | [other]',
  '03-02T09:03:00 *blocked',
  '03-02T09:04:00 | out #0 | Come back | refused Forbidden: bot was blocked by the user',
  '03-02T09:05:00 | out #0 | Sale [photo] | unknown',
];

test('a conversation of every kind, both sides of it', async () => {
  const bot = store.freshBot();
  await store.write(wholeHistory(bot).events);
  const { items, before, after } = await readConversation(createScope(bot), {}, 50);
  expect(items.map(words)).toEqual(expected);
  expect({ before, after }).toEqual({ before: null, after: null });
});

test('pages in either direction, around a moment and around a message', async () => {
  const bot = store.freshBot();
  await store.write(wholeHistory(bot).events);
  const reading = createScope(bot);
  const allItems = (await readConversation(reading, {}, 50)).items;
  const newest = await readConversation(reading, {}, 5);
  expect(newest.items.map(words)).toEqual(expected.slice(-5));
  const earlier = await readConversation(reading, { before: newest.before ?? '' }, 4);
  expect(earlier.items.map(words)).toEqual(expected.slice(-9, -5));
  const onward = await readConversation(reading, { after: earlier.items.at(-1)?.cursor }, 50);
  expect(onward.items.map(words)).toEqual(expected.slice(-5));
  const sticker = allItems.find((item) => item.type === 'message' && item.message_id === 16);
  const surroundings = await readConversation(reading, { around: sticker?.cursor }, 6);
  expect(surroundings.items.map(words)).toEqual(expected.slice(5, 11));
  const day = await readConversation(reading, { around: String(Date.parse('2026-03-02T00:00:00Z')) }, 4);
  expect(day.items.map(words)).toEqual(expected.slice(17, 21));
});

test('search finds texts of both sides, in any case and in edits, and says how far it looked', async () => {
  const bot = store.freshBot();
  const history = wholeHistory(bot);
  history.says(40, '2025-01-01T00:00:00Z', { text: 'Шапка есть?' });
  await store.write(history.events);
  const search = async (text: string) => {
    const { found, searched_to } = await searchConversation(createScope(bot), text, undefined);
    return [found.map((one) => one.text), searched_to];
  };
  expect(await search('WELCOME')).toEqual([['Welcome'], null]);
  expect(await search('hello')).toEqual([['hello!', 'hello'], null]);
  expect(await search('шапка')).toEqual([['Шапка есть?'], null]);
  expect(await search('nothing like it')).toEqual([[], null]);
});

test('the log has every event in every chat, and its payload', async () => {
  const bot = store.freshBot();
  const { events } = wholeHistory(bot);
  await store.write(events);
  const reading = createScope(bot);
  const log = await readLog(reading, { kind: undefined, before: undefined, limit: 100 });
  expect(log.events).toHaveLength(events.length);
  expect(log.before).toBeNull();
  const group = log.events.find(({ chat_type }) => chat_type === 'supergroup');
  expect(group).toMatchObject({ kind: 'message', type: 'text', text: 'in a group', chat_id: -77, way: 'in' });
  const status = await readLog(reading, { kind: 'status', before: undefined, limit: 100 });
  expect(status.events.map(({ kind, membership }) => `${kind} ${membership}`)).toEqual([
    'call blocked',
    'my_chat_member blocked',
  ]);
  const { payload } = await readEvent(reading, parseCursor(group?.cursor ?? '', 'event'));
  expect(JSON.parse(payload).message.text).toBe('in a group');
  const foreignScope = { ...reading, user: ann.id + 1 };
  await expect(readEvent(foreignScope, parseCursor(group?.cursor ?? '', 'event'))).rejects.toMatchObject({
    code: 'NotFound',
  });
});
