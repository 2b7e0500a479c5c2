import { type Event, updateKinds } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { fixtures } from './fixtures/index.ts';
import { anna, annaChat, bob, channel, group, sentAt, shopBot } from './fixtures/users.ts';
import { defaultStartRules, normalizeUpdate } from './normalize-update.ts';

const receivedAt = Date.UTC(2025, 10, 20, 10, 0, 2, 345);
const bot = '0123456789abc';

const blank = {
  bot,
  partitionKey: 2 ** 31,
  userId: 0,
  chatId: 0,
  chatType: '',
  direction: 'in',
  kind: 'opaque',
  type: '',
  isAction: false,
  isContact: false,
  isStart: false,
  membership: '',
  time: receivedAt,
  sentAt: 0,
  receivedAt,
  name: '',
  text: '',
  startPayload: '',
  params: {},
  source: '',
  amount: 0,
  currency: '',
  code: 0,
  firstName: '',
  lastName: '',
  username: '',
  language: '',
  isPremium: false,
};

function normalizeToEvent(update: unknown, rules = defaultStartRules): Event {
  const result = normalizeUpdate({ bot, receivedAt, update }, rules);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event;
}

const message = (fields: Record<string, unknown>) =>
  normalizeToEvent({ update_id: 1, message: { message_id: 1, from: anna, chat: annaChat, date: sentAt, ...fields } });

describe('normalizeUpdate', () => {
  it.each(updateKinds.map((kind) => [kind, fixtures[kind]] as const))('reads %s', (kind, { update, expected }) => {
    const { id, payload, ...event } = normalizeToEvent(update);
    expect(event).toEqual({ ...blank, kind, ...expected });
    expect(id).toMatch(/^[1-9]\d{0,19}$/);
    expect(JSON.parse(payload)).toEqual(update);
  });

  it('keeps an update of an unknown kind whole, as opaque', () => {
    const update = { update_id: 700_123_456, mind_reading: { from: anna, chat: annaChat, date: sentAt } };
    const { id, payload, ...event } = normalizeToEvent(update);
    expect(event).toEqual({ ...blank, partitionKey: 2_147_569_112 });
    expect(JSON.parse(payload)).toEqual(update);
  });

  it('rejects what is no JSON object, with a reason', () => {
    for (const update of [undefined, null, 7, 'text', true, [], [{ update_id: 1 }]]) {
      expect(normalizeUpdate({ bot, receivedAt, update }, defaultStartRules)).toEqual({
        rejected: 'NotAnObject',
      });
    }
  });

  it('rejects what the door found wrong', () => {
    const receivedUpdate = { bot, receivedAt, update: { text: 'hi' }, problem: 'NotAnItem' } as const;
    expect(normalizeUpdate(receivedUpdate, defaultStartRules)).toEqual({ rejected: 'NotAnItem' });
  });

  it('rejects a bomb of a million brackets instead of overflowing the stack', () => {
    const bomb = JSON.parse(`{"update_id":1,"message":${'['.repeat(1e6)}${']'.repeat(1e6)}}`);
    expect(normalizeUpdate({ bot, receivedAt, update: bomb }, defaultStartRules)).toEqual({
      rejected: 'TooDeep',
    });
    expect(normalizeToEvent(JSON.parse(`{"update_id":1,"x":${'['.repeat(400)}${']'.repeat(400)}}`)).kind).toBe(
      'opaque',
    );
  });

  it('keeps the exact text where it is at hand', () => {
    const raw = '{"update_id":1,\n"message":{}}';
    const result = normalizeUpdate({ bot, receivedAt, update: JSON.parse(raw), raw }, defaultStartRules);
    expect(result).toMatchObject({ event: { payload: raw, kind: 'message' } });
  });

  it.each([
    ['photo', { photo: [{ file_id: 'a' }], caption: '/start me' }],
    ['animation', { document: { file_id: 'a' }, animation: { file_id: 'a' } }],
    ['location', { location: { latitude: 1, longitude: 2 }, venue: { title: 'Bar' } }],
    ['photo', { live_photo: { file_id: 'a' }, photo: [{ file_id: 'b' }] }],
    ['text', { rich_message: { blocks: [] } }],
    ['video_note', { video_note: { file_id: 'a' } }],
    ['contact', { contact: { phone_number: '1' } }],
    ['poll', { poll: { id: '1' } }],
    ['webapp', { web_app_data: { data: '{}', button_text: 'Open' } }],
    ['service', { write_access_allowed: {} }],
    ['service', { new_chat_members: [bob] }],
    ['other', { dice: { emoji: '🎲', value: 3 } }],
    ['other', { telepathy: { strength: 9 } }],
    // python-telegram-bot 13 writes all of these with every message; pydantic dumps write nulls.
    ['other', { dice: { value: 3 }, delete_chat_photo: false, new_chat_members: [], photo: [], text: null }],
  ])('sees the content: %s', (type, fields) => {
    expect(message(fields)).toMatchObject({ kind: 'message', type, isAction: true, isContact: true, name: '' });
  });

  it.each([
    ['/help', [{ type: 'bot_command', offset: 0, length: 5 }], { type: 'command', name: '/help' }],
    ['/Help@Shop_Bot now', [{ type: 'bot_command', offset: 0, length: 14 }], { type: 'command', name: '/help' }],
    ['/help', undefined, { type: 'command', name: '/help' }],
    ['/help@shop_bot', null, { type: 'command', name: '/help' }],
    ['/help me', [], { type: 'command', name: '/help' }],
    // The text decides, whatever Telegram marks: Latin only, and not beyond a hyphen.
    ['/кнопка Да', undefined, { type: 'command', name: '/кнопка' }],
    ['/Кнопка@shop_bot', [{ type: 'bold', offset: 0, length: 7 }], { type: 'command', name: '/кнопка' }],
    ['/a-b c', [{ type: 'bot_command', offset: 0, length: 2 }], { type: 'command', name: '/a-b' }],
    ['/5', undefined, { type: 'command', name: '/5' }],
    ['/_\nx', undefined, { type: 'command', name: '/_' }],
    ['/etc/passwd', undefined, { type: 'command', name: '/etc/passwd' }],
    ['/help', [{ type: 'code', offset: 0, length: 5 }], { type: 'command', name: '/help' }],
    ['/', undefined, { type: 'text', name: '' }],
    ['//x', undefined, { type: 'text', name: '' }],
    ['/-x', undefined, { type: 'text', name: '' }],
    ['/ x', undefined, { type: 'text', name: '' }],
    ['/@shop_bot', undefined, { type: 'text', name: '' }],
    ['say /help', [{ type: 'bot_command', offset: 4, length: 5 }], { type: 'text', name: '' }],
    ['/help', [{ type: 'bot_command', offset: 0, length: 'five' }], { type: 'command', name: '/help' }],
    ['/help', 'no entities', { type: 'command', name: '/help' }],
  ])('finds the command in %j marked %j', (text, entities, expected) => {
    expect(message({ text, entities })).toMatchObject({ ...expected, text });
  });

  it.each([
    ['/start', ''],
    ['/start   abc  ', 'abc'],
    ['/start@shop_bot abc', 'abc'],
    ['/START abc', 'abc'],
    ['/start a b', 'a b'],
  ])('reads the launch %j', (text, startPayload) => {
    expect(message({ text })).toMatchObject({ isStart: true, startPayload, source: startPayload });
  });

  it('sees no launch in groups, in other commands, nor by bots', () => {
    expect(message({ text: '/start abc', chat: group })).toMatchObject({
      name: '/start',
      isStart: false,
      startPayload: '',
    });
    expect(message({ text: '/started abc' })).toMatchObject({ name: '/started', isStart: false });
    expect(message({ text: '/start-abc' })).toMatchObject({ name: '/start-abc', isStart: false });
    expect(message({ text: '/start abc', from: shopBot })).toMatchObject({ isStart: false, isAction: false });
  });

  it('keeps a text of 64 characters, and none of 65', () => {
    expect(message({ text: 'a'.repeat(64) }).text).toBe('a'.repeat(64));
    expect(message({ text: 'a'.repeat(65) })).toMatchObject({ text: '', type: 'text' });
  });

  it('sees nobody behind bots, anonymous administrators and channels', () => {
    const anonymous = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };
    const telegram = { id: 777_000, is_bot: false, first_name: 'Telegram' };
    for (const fields of [
      { from: shopBot },
      { from: anonymous, sender_chat: group, chat: group },
      { from: telegram, sender_chat: channel, chat: group, is_automatic_forward: true },
      { from: null },
      { from: { ...bob, id: '7.7' } },
      { from: { ...bob, id: 2 ** 53 } },
      { from: { ...bob, id: -77 } },
    ]) {
      expect(message({ ...fields, text: 'hi' })).toMatchObject({
        userId: 0,
        firstName: '',
        isAction: false,
        isContact: false,
        type: 'text',
      });
    }
  });

  it.each([
    ['private', 'member', 'kicked', 'blocked', true],
    ['private', 'kicked', 'member', 'unblocked', true],
    ['private', 'kicked', 'kicked', 'blocked', true],
    ['private', 'left', 'member', '', true],
    ['supergroup', 'member', 'kicked', '', false],
    ['channel', 'kicked', 'administrator', '', false],
  ])('reads the own status in a %s chat: %s to %s', (type, before, after, membership, isContact) => {
    const update = {
      update_id: 1,
      my_chat_member: {
        chat: { ...annaChat, type },
        from: anna,
        date: sentAt,
        old_chat_member: { user: shopBot, status: before },
        new_chat_member: { user: shopBot, status: after },
      },
    };
    expect(normalizeToEvent(update)).toMatchObject({ membership, isContact, isAction: false });
  });

  it('reads payments, and refunds as negative', () => {
    const paid = { currency: 'XTR', total_amount: 250, invoice_payload: 'o', telegram_payment_charge_id: 'c' };
    expect(message({ successful_payment: paid })).toMatchObject({ type: 'payment', amount: 250, currency: 'XTR' });
    expect(message({ refunded_payment: paid })).toMatchObject({ type: 'payment', amount: -250, currency: 'XTR' });
    // The bot pays back: nothing that the user did.
    expect(message({ refunded_payment: paid })).toMatchObject({ isAction: false, isContact: false });
    expect(message({ successful_payment: { total_amount: '9', currency: 5 } })).toMatchObject({
      amount: 0,
      currency: '',
    });
    expect(message({ invoice: { currency: 'XTR', total_amount: 250 } })).toMatchObject({ type: 'other', amount: 0 });
  });

  it('takes the first of the documented order where an update names two kinds, and passes over nulls', () => {
    const { update } = fixtures.callback_query;
    expect(normalizeToEvent({ ...update, poll: { id: '1' }, message: null })).toMatchObject({ kind: 'callback_query' });
  });

  it('stores no half of a surrogate pair, no endless name and no false number', () => {
    const strange = { ...anna, first_name: `${'x'.repeat(255)}😀`, username: '\ud83d', language_code: 9 };
    const event = message({ from: strange, chat: { id: 1e300, type: 'cave' }, date: -5, text: '\udc00 hi' });
    expect(event).toMatchObject({
      firstName: `${'x'.repeat(255)}\ufffd`,
      username: '\ufffd',
      language: '',
      chatId: 0,
      chatType: '',
      sentAt: 0,
      text: '\ufffd hi',
    });
    expect(event.payload.isWellFormed()).toBe(true);
    expect(JSON.parse(event.payload).message.from.username).toBe('\ud83d');
  });

  it('lets no key of an update reach a prototype', () => {
    const event = normalizeToEvent(JSON.parse('{"update_id":1,"__proto__":{"message":{"text":"x"}},"constructor":{}}'));
    expect(event.kind).toBe('opaque');
    expect(event.payload).toBe('{"update_id":1,"__proto__":{"message":{"text":"x"}},"constructor":{}}');
  });
});
