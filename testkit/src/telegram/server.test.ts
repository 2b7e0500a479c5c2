import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock, type SettableClock } from '../clock.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from './server.ts';
import type { SimulatedBot } from './simulated-bot.ts';
import { callMethod } from './test-client.ts';

let clock: SettableClock;
let telegram: SimulatedTelegram;
let bot: SimulatedBot;
const call = (method: string, parameters: Record<string, unknown> = {}) =>
  callMethod({ url: telegram.url, token: bot.token }, method, parameters);

beforeEach(async () => {
  clock = createClock('2026-03-02T09:00:00Z');
  telegram = await startSimulatedTelegram({ clock });
  bot = telegram.addBot({ username: 'shop_bot', first_name: 'Shop', supports_inline_queries: true });
});
afterEach(() => telegram.stop());

async function raw(path: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const response = await fetch(telegram.url + path, init);
  return [response.status, await response.json()];
}
const rejection = (error_code: number, description: string) => [error_code, { ok: false, error_code, description }];

test('getMe shows every capability', async () => {
  expect((await call('getMe')).body).toEqual({
    ok: true,
    result: {
      id: bot.id,
      is_bot: true,
      first_name: 'Shop',
      username: 'shop_bot',
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_guest_queries: false,
      supports_inline_queries: true,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: false,
      allows_users_to_create_topics: false,
      can_manage_bots: false,
      supports_join_request_queries: false,
    },
  });
});

test('refuses paths, tokens, methods and verbs with the real texts', async () => {
  const root = `/bot${bot.token}`;
  expect(await raw('/')).toEqual(rejection(404, 'Not Found'));
  expect(await raw(root)).toEqual(rejection(404, 'Not Found'));
  expect(await raw(`/${root}/getMe`)).toEqual(rejection(404, 'Not Found'));
  expect(await raw(`${root}/fly`)).toEqual(rejection(404, 'Not Found: method not found'));
  expect(await raw('/bot123456:wrong/getMe')).toEqual(rejection(401, 'Unauthorized'));
  expect(await raw('/botx/getMe')).toEqual(rejection(401, 'Unauthorized: invalid token specified'));
  expect(await raw(`${root}/getMe`, { method: 'PUT' })).toEqual(rejection(501, 'Not Implemented'));
  bot.revokeToken();
  expect(await raw(`${root}/getMe`)).toEqual(rejection(401, 'Unauthorized'));
});

test('takes parameters from query, JSON, form and multipart, methods in any case, and the test path', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  const root = `/bot${bot.token}`;
  const id = String(anna.user.id);
  const form = new FormData();
  form.set('chat_id', id);
  form.set('text', 'multipart');
  const json = { 'content-type': 'application/json' };
  const requests: [string, RequestInit?][] = [
    [`${root}/SENDMESSAGE?chat_id=${id}&text=query`],
    [
      `${root}/test/sendMessage`,
      { method: 'POST', body: JSON.stringify({ chat_id: anna.user.id, text: 'json' }), headers: json },
    ],
    [`${root}/sendmessage`, { method: 'POST', body: new URLSearchParams({ chat_id: id, text: 'form' }) }],
    [`${root}/sendMessage`, { method: 'POST', body: form }],
    [`${root}/?method=sendMessage&chat_id=${id}&text=parameter`],
    [`${root}/sendMessage?chat_id=${id}&text=first`, { method: 'POST', body: new URLSearchParams({ text: 'second' }) }],
  ];
  const texts = [];
  for (const [path, init] of requests) {
    const [status, body] = await raw(path, init);
    expect(status).toBe(200);
    texts.push((body as { result: { text: string } }).result.text);
  }
  expect(texts).toEqual(['query', 'json', 'form', 'multipart', 'parameter', 'first']);
  expect(telegram.calls.map((entry) => [entry.method, entry.isTest, entry.status])).toEqual([
    ['sendMessage', false, 200],
    ['sendMessage', true, 200],
    ['sendMessage', false, 200],
    ['sendMessage', false, 200],
    ['sendMessage', false, 200],
    ['sendMessage', false, 200],
  ]);
  const broken = await raw(`${root}/sendMessage`, { method: 'POST', body: '{oops', headers: json });
  expect(broken).toEqual(rejection(400, 'Bad Request: message text is empty'));
  const largeAnswer = await raw(`${root}/sendMessage`, {
    method: 'POST',
    body: new URLSearchParams({ text: 'x'.repeat(1_100_000) }),
  });
  expect(largeAnswer).toEqual(rejection(413, 'Request Entity Too Large'));
});

test('sendMessage: texts, limits and who can be written to', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  const boris = telegram.user({ first_name: 'Boris' });
  const description = async (parameters: Record<string, unknown>) => {
    const { status, body } = await call('sendMessage', { text: 'Hi', ...parameters });
    return `${status} ${body.description ?? 'ok'}`;
  };
  expect(await description({})).toBe('400 Bad Request: chat_id is empty');
  expect(await description({ chat_id: anna.user.id })).toBe('400 Bad Request: chat not found');
  boris.sendsInlineQuery('shoes');
  expect(await description({ chat_id: boris.user.id })).toBe(
    "403 Forbidden: bot can't initiate conversation with a user",
  );
  anna.sends('/start');
  expect(await description({ chat_id: anna.user.id })).toBe('200 ok');
  expect(await description({ chat_id: anna.user.id, text: ' ' })).toBe('400 Bad Request: message text is empty');
  expect(await description({ chat_id: anna.user.id, text: 'x'.repeat(4_096) })).toBe('200 ok');
  expect(await description({ chat_id: anna.user.id, text: 'x'.repeat(4_097) })).toBe(
    '400 Bad Request: message is too long',
  );
  expect(await description({ chat_id: anna.user.id, text: `<b>${'x'.repeat(4_096)}</b>`, parse_mode: 'HTML' })).toBe(
    '200 ok',
  );
  expect(await description({ chat_id: anna.user.id, text: '<b>x', parse_mode: 'HTML' })).toBe(
    '400 Bad Request: can\'t parse entities: Can\'t find end tag corresponding to start tag "b"',
  );
  expect(await description({ chat_id: anna.user.id, parse_mode: 'BBCode' })).toBe(
    '400 Bad Request: unsupported parse_mode',
  );
  const keyboard = (callback_data: string) => ({ inline_keyboard: [[{ text: 'Buy', callback_data }]] });
  expect(await description({ chat_id: anna.user.id, reply_markup: keyboard('й'.repeat(32)) })).toBe('200 ok');
  expect(await description({ chat_id: anna.user.id, reply_markup: keyboard('й'.repeat(33)) })).toBe(
    '400 Bad Request: BUTTON_DATA_INVALID',
  );
  anna.blocks();
  expect(await description({ chat_id: anna.user.id })).toBe('403 Forbidden: bot was blocked by the user');
  anna.unblocks();
  expect(await description({ chat_id: anna.user.id })).toBe('200 ok');
  bot.deactivate(anna.user.id);
  expect(await description({ chat_id: anna.user.id })).toBe('403 Forbidden: user is deactivated');
});

test('edits, deletions and answers follow what really exists', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  expect(() => anna.presses('buy')).toThrow('Anna sees no button "buy"');
  const reply_markup = { inline_keyboard: [[{ text: 'Buy', callback_data: 'buy' }]] };
  const sentMessage = (await call('sendMessage', { chat_id: anna.user.id, text: 'Shoes', reply_markup })).body.result;
  const { message_id } = sentMessage as { message_id: number };
  const query = anna.presses('buy').callback_query!;
  expect(query.message).toEqual(sentMessage);
  const answer = (id: string) => call('answerCallbackQuery', { callback_query_id: id });
  expect((await answer(query.id)).body).toEqual({ ok: true, result: true });
  expect((await answer('1')).body.description).toBe(
    'Bad Request: query is too old and response timeout expired or query ID is invalid',
  );
  clock.advance('3m');
  expect((await answer(query.id)).status).toBe(400);
  const edit = (text: string, id = message_id) =>
    call('editMessageText', { chat_id: anna.user.id, message_id: id, text });
  expect((await edit('Boots')).body.result).toMatchObject({ message_id, text: 'Boots' });
  expect((await edit('Boots')).body.description).toContain('Bad Request: message is not modified');
  expect((await edit('Boots', 99)).body.description).toBe('Bad Request: message to edit not found');
  const remove = () => call('deleteMessage', { chat_id: anna.user.id, message_id });
  expect((await remove()).body.result).toBe(true);
  expect((await remove()).body.description).toBe('Bad Request: message to delete not found');
});

test('an edit in a blocked chat does not open it; a bot removed from a group is notified', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  const group = { id: -1_001_234_567_890, type: 'supergroup' as const, title: 'Shoppers' };
  anna.sends('/start');
  const { message_id } = (await call('sendMessage', { chat_id: anna.user.id, text: 'Hi' })).body.result as {
    message_id: number;
  };
  anna.blocks();
  await call('editMessageText', { chat_id: anna.user.id, message_id, text: 'Bye' });
  expect((await call('sendMessage', { chat_id: anna.user.id, text: 'Hi' })).status).toBe(403);

  anna.writesInGroup(group, '/start@shop_bot');
  expect((await call('sendMessage', { chat_id: group.id, text: 'Hi all' })).status).toBe(200);
  const member = (status: 'member' | 'kicked') => ({ user: bot.user, status });
  const change = { chat: group, from: anna.user, date: 1_772_442_000 };
  bot.receives({ my_chat_member: { ...change, old_chat_member: member('member'), new_chat_member: member('kicked') } });
  expect((await call('sendMessage', { chat_id: group.id, text: 'Hi all' })).body.description).toBe(
    'Forbidden: bot was kicked from the supergroup chat',
  );
});

test('bodies may be packed', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  const [status] = await raw(`/bot${bot.token}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(JSON.stringify({ chat_id: anna.user.id, text: 'packed' }))),
  });
  expect([status, bot.calls.at(-1)?.params.text]).toEqual([200, 'packed']);
});

test('a payment follows only the consent of the bot', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  const answer = (id: string, ok: boolean) =>
    call('answerPreCheckoutQuery', { pre_checkout_query_id: id, ok, ...(ok ? {} : { error_message: 'Sold out' }) });
  const refusedCheckout = anna.pays({ amount: 100, currency: 'XTR', payload: 'order-1' }).pre_checkout_query;
  await answer(refusedCheckout.id, false);
  expect(bot.pending).toBe(2);
  const accepted = anna.pays({ amount: 100, currency: 'XTR', payload: 'order-2' }).pre_checkout_query;
  await answer(accepted.id, true);
  const updates = (await call('getUpdates')).body.result as { message?: { successful_payment?: object } }[];
  expect(updates.at(-1)?.message?.successful_payment).toMatchObject({
    currency: 'XTR',
    total_amount: 100,
    invoice_payload: 'order-2',
  });
});

test('commands by scope and language, names and chats', async () => {
  const commands = [{ command: 'start', description: 'Begin' }];
  expect((await call('getMyCommands')).body.result).toEqual([]);
  await call('setMyCommands', { commands, language_code: 'en', scope: { type: 'all_private_chats' } });
  expect((await call('getMyCommands')).body.result).toEqual([]);
  const scoped = { language_code: 'en', scope: { type: 'all_private_chats' } };
  expect((await call('getMyCommands', scoped)).body.result).toEqual(commands);
  await call('deleteMyCommands', scoped);
  expect((await call('getMyCommands', scoped)).body.result).toEqual([]);
  expect((await call('setMyCommands', { commands: [{ command: 'Start', description: 'x' }] })).body.description).toBe(
    'Bad Request: BOT_COMMAND_INVALID',
  );
  expect((await call('getMyName')).body.result).toEqual({ name: 'Shop' });
  expect((await call('getMyShortDescription')).body.result).toEqual({ short_description: '' });
  const anna = telegram.user({ first_name: 'Anna', username: 'anna_test' });
  anna.sends('/start');
  expect((await call('getChat', { chat_id: anna.user.id })).body.result).toMatchObject({
    username: 'anna_test',
    type: 'private',
  });
});
