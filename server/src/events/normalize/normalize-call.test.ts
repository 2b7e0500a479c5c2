import type { Event } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { noAnswerCode, normalizeCall, type ReceivedCall } from './normalize-call.ts';

const bot = '0123456789abc';
const receivedAt = Date.UTC(2026, 2, 1, 10, 0, 2, 345);
const date = '2026-03-01T10:00:01.250Z';
const message = { message_id: 7, date: 1_772_359_201, chat: { id: 42, type: 'private' }, text: 'Hello' };
const ok = { ok: true, result: message };
const errorAnswer = (error_code: number, description: string) => ({ ok: false, error_code, description });
const blocked = errorAnswer(403, 'Forbidden: bot was blocked by the user');

function call(changes: Partial<ReceivedCall> = {}): Event {
  const result = normalizeCall({
    bot,
    receivedAt,
    date,
    method: 'sendMessage',
    params: { chat_id: 42, text: 'Hello' },
    response: ok,
    ...changes,
  });
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event;
}

describe('normalizeCall', () => {
  it('makes an outgoing event of a sent message', () => {
    const { id, payload, ...event } = call();
    expect(id).toMatch(/^\d+$/);
    expect(event).toEqual({
      bot,
      partitionKey: 20_513,
      userId: 42,
      chatId: 42,
      chatType: 'private',
      direction: 'out',
      kind: 'call',
      type: '',
      isAction: false,
      isContact: false,
      isStart: false,
      membership: '',
      time: Date.UTC(2026, 2, 1, 10, 0, 1, 250),
      sentAt: 1_772_359_201,
      receivedAt,
      name: 'sendMessage',
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
    });
    expect(JSON.parse(payload)).toEqual({
      method: 'sendMessage',
      params: { chat_id: 42, text: 'Hello' },
      response: ok,
      date: event.time,
    });
  });

  it.each([
    ['sendmessage', 'sendMessage'],
    [' SENDPHOTO ', 'sendPhoto'],
    ['https://api.telegram.org/bot1:x/sendMessage?chat_id=1', 'sendMessage'],
    ['sendHologram', 'sendHologram'],
  ])('writes %j as Telegram does', (method, name) => {
    expect(call({ method }).name).toBe(name);
  });

  it.each([undefined, null, '', 7, {}, 'two words', '1up', 'x'.repeat(65), 'привет'])(
    'rejects the method %j',
    (method) => {
      expect(normalizeCall({ bot, receivedAt, method })).toEqual({ rejected: 'NotACall' });
    },
  );

  it('rejects what the door found wrong, and what is nested absurdly deep', () => {
    expect(normalizeCall({ bot, receivedAt, method: 'x', problem: 'NotACall' })).toEqual({ rejected: 'NotACall' });
    const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    expect(normalizeCall({ bot, receivedAt, method: 'x', params: { deep } })).toEqual({ rejected: 'TooDeep' });
  });

  it.each([
    ['a private chat', { chat_id: 42 }, null, [42, 42, 'private']],
    ['an id as text', { chat_id: ' 42 ' }, null, [42, 42, 'private']],
    ['parameters as JSON', '{"chat_id":42}', null, [42, 42, 'private']],
    ['a group', { chat_id: -100123 }, null, [0, -100123, '']],
    [
      'a group from the answer',
      { chat_id: -100123 },
      { ok: true, result: { chat: { id: -100123, type: 'supergroup' } } },
      [0, -100123, 'supergroup'],
    ],
    [
      'a public name that the answer resolves',
      { chat_id: '@news' },
      { ok: true, result: { chat: { id: -100777, type: 'channel' } } },
      [0, -100777, 'channel'],
    ],
    ['a public name alone', { chat_id: '@news' }, null, [0, 0, '']],
    ['an album', { chat_id: 42 }, { ok: true, result: [message, message] }, [42, 42, 'private']],
    ['a present', { user_id: 42, gift_id: 'g' }, { ok: true, result: true }, [42, 0, '']],
    ['a member of a group', { chat_id: -100123, user_id: 42 }, { ok: true, result: true }, [0, -100123, '']],
    ['an answer to a query', { callback_query_id: '1' }, { ok: true, result: true }, [0, 0, '']],
    [
      'a message on behalf of a business account',
      { chat_id: 42, business_connection_id: 'b' },
      { ok: true, result: message },
      [0, 42, 'private'],
    ],
  ])('finds the recipient: %s', (_name, params, response, expected) => {
    const { userId, chatId, chatType } = call({ params, response });
    expect([userId, chatId, chatType]).toEqual(expected);
  });

  it.each([
    ['the whole answer', ok, undefined, 0],
    ['the result alone', message, undefined, 0],
    ['no answer', null, undefined, 0],
    ['an error', errorAnswer(429, 'Too Many Requests: retry after 7'), undefined, 429],
    ['an error with its status', errorAnswer(400, 'Bad Request: chat not found'), 400, 400],
    ['a code as text', { ok: false, error_code: '403' }, undefined, 403],
    ['a timeout, reported by the bot', { ok: false, error_code: 0 }, undefined, noAnswerCode],
    ['an error without a code', { ok: false }, undefined, noAnswerCode],
    ['a code that is none', { ok: false, error_code: 7e9 }, 502, 502],
    ['a proxy’s page', '<html>Bad Gateway</html>', 502, 502],
    ['no answer', undefined, 0, noAnswerCode],
    ['an answer too long to be kept', undefined, 200, 0],
  ])('reads the outcome: %s', (_name, response, status, code) => {
    expect(call({ response, status }).code).toBe(code);
  });

  it.each([
    ['blocked', { response: blocked }, 'blocked'],
    ['deactivated', { response: errorAnswer(403, 'Forbidden: user is deactivated') }, 'blocked'],
    ['blocked, by the id’s text', { params: { chat_id: '42' }, response: blocked }, 'blocked'],
    ['another method', { method: 'sendChatAction', response: blocked }, 'blocked'],
    ['never started', { response: errorAnswer(403, "Forbidden: bot can't initiate conversation with a user") }, ''],
    [
      'kicked from a group',
      { params: { chat_id: -100123 }, response: errorAnswer(403, 'Forbidden: bot was kicked') },
      '',
    ],
    ['the words without the code', { response: errorAnswer(400, 'Forbidden: bot was blocked by the user') }, ''],
    ['a group that says so', { params: { chat_id: -100123 }, response: blocked }, ''],
    ['chat not found', { response: errorAnswer(400, 'Bad Request: chat not found') }, ''],
  ])('shows who blocked the bot: %s', (_name, changes, membership) => {
    expect(call(changes).membership).toBe(membership);
  });

  it('counts a call sent again once', () => {
    const laterReceipt = { receivedAt: receivedAt + 86_400_000 };
    const { id, partitionKey, time } = call();
    expect(call(laterReceipt)).toMatchObject({ id, partitionKey, time });
    expect(call({ ...laterReceipt, params: '{"text":"Hello","chat_id":42,"reply_markup":null}' })).toMatchObject({
      id,
      partitionKey,
    });
    // Telegram's own date serves where the client gave none.
    const { id: undated } = call({ date: null });
    expect(call({ date: undefined, ...laterReceipt }).id).toBe(undated);
    expect(call({ date: undefined, ...laterReceipt }).partitionKey).toBe(partitionKey);
  });

  it('keeps equal messages apart', () => {
    const other = { ok: true, result: { ...message, message_id: 8 } };
    const ids = [
      call(),
      call({ response: other }),
      call({ date: '2026-03-01T10:00:01.251Z' }),
      call({ copy: 1 }),
      call({ bot: 'fedcba9876543' }),
      call({ method: 'sendPhoto' }),
      call({ response: null, date: null }),
      call({ response: null, date: null, receivedAt: receivedAt + 1 }),
      call({ response: null, status: 0 }),
      call({ files: [{ field: 'photo', name: 'a.jpg', type: 'image/jpeg', size: 5 }] }),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps no secrets', () => {
    const token = `123456789:${'A'.repeat(35)}`;
    const params = { url: `https://bot.example/${token}`, secret_token: 'hush', provider_token: '5:LIVE' };
    const { payload } = call({ method: 'setWebhook', params, response: { ok: true, result: token } });
    expect(payload).not.toMatch(/A{35}|hush|LIVE/);
    expect(JSON.parse(payload).params).toEqual({
      url: 'https://bot.example/123456789:<secret>',
      secret_token: '<secret>',
      provider_token: '<secret>',
    });
  });

  it('cuts what is too long, and says so', () => {
    const keyboard = Array.from({ length: 3_000 }, (_, index) => [{ text: `${index}`, callback_data: 'x'.repeat(60) }]);
    const { payload } = call({
      params: { chat_id: 42, text: '😀'.repeat(3_000), reply_markup: { inline_keyboard: keyboard } },
    });
    expect(payload.length).toBeLessThanOrEqual(32_768);
    const storedPayload = JSON.parse(payload);
    expect(storedPayload).toMatchObject({ cut: true, method: 'sendMessage', params: { chat_id: 42 }, response: ok });
    expect(storedPayload.params.text).toBe(`${'😀'.repeat(2_048)}…`);
    expect(storedPayload.params.reply_markup.inline_keyboard).toHaveLength(100);
  });
});
