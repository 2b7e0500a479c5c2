import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createTelegramDispatcher } from '../../platform/outgoing/telegram-dispatcher.ts';
import { createTelegramClient } from '../../telegram/telegram-client.ts';
import { ownerPermissions } from '../access/access.ts';
import { auditRecorder } from '../audit/audit.ts';
import { type Bots, createBots } from '../bots/bots.ts';
import { createBotProfile } from './bot-profile.ts';
import { registerBotProfile } from './feature.ts';

const metadata = testMetadata();
const logged: string[] = [];
let telegram: SimulatedTelegram;
let dispatcher: Dispatcher;
let bots: Bots;
let app: FastifyInstance;
let root: string;
let simulated: SimulatedBot;
let key: string;
let count = 0;
let clock = Date.parse('2026-11-11T12:00:00Z');

const jpeg = (text: string): Buffer => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(text)]);

beforeAll(async () => {
  telegram = await startSimulatedTelegram();
  dispatcher = createTelegramDispatcher();
  const logger = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger });
  app = await createApp({ logger, https: false });
  const http = createHttp<Awaited<ReturnType<Bots['change']>>>(app, {
    account: async () => null,
    permit: async (_account, botKey) => ({ bot: (await bots.byKey(botKey))!, permissions: ownerPermissions }),
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  const access = { tokenOf: bots.tokenOf, rootOf: () => root };
  const client = createTelegramClient(dispatcher);
  registerBotProfile(http, {
    botProfile: createBotProfile({ telegram: client, dispatcher, access, now: () => clock }),
    record: auditRecorder(metadata().db),
  });
});
afterAll(async () => {
  await app.close();
  await bots.close();
  await dispatcher.close();
  await telegram.stop();
});
beforeEach(async () => {
  root = telegram.url;
  count += 1;
  key = count.toString(16).padStart(13, '0');
  simulated = telegram.addBot({ username: `shop${count}_bot`, first_name: 'Shop', can_join_groups: false });
  await bots.ensureDemo(key, simulated.username);
  await bots.change(key, { token_sealed: bots.seal(simulated.token) });
});

/** The data, or `status code field: message` of an error. */
async function ask(method: 'GET' | 'POST', path: string, payload?: Record<string, unknown>): Promise<unknown> {
  const response = await app.inject({ method, url: `/api/bots/${key}/${path}`, ...(payload && { payload }) });
  const answer = response.json();
  if (answer.status === 'success') return answer.data;
  const [{ code, field, message }] = answer.errors;
  return `${[response.statusCode, code, field].filter(Boolean).join(' ')}: ${message}`;
}
/** Calls that `changes` has returned; the next one lists the later changes at Telegram, in order. */
let seenCalls = 0;
function changes(): [string, unknown][] {
  const calls = telegram.calls.slice(seenCalls).filter(({ method }) => /^(set|delete)/.test(method));
  seenCalls = telegram.calls.length;
  return calls.map(({ method, params }) => [method, params]);
}

describe('the profile', () => {
  const profile = () => ({
    id: simulated.id,
    username: simulated.username,
    language_code: '',
    name: 'Shop',
    description: '',
    short_description: '',
    has_photo: false,
    can_join_groups: false,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  });

  test('is read, and changed text by text and language by language', async () => {
    changes();
    expect(await ask('GET', 'profile')).toEqual(profile());
    const newProfile = { ...profile(), name: 'Best shop', description: 'Sells things' };
    expect(await ask('POST', 'profile', { name: ' Best shop ', description: 'Sells things' })).toEqual(newProfile);
    expect(changes()).toEqual([
      ['setMyName', { name: 'Best shop', language_code: '' }],
      ['setMyDescription', { description: 'Sells things', language_code: '' }],
    ]);
    // Unchanged texts are not sent again.
    expect(
      await ask('POST', 'profile', { name: 'Best shop', description: 'Sells things', short_description: 'Things' }),
    ).toEqual({ ...newProfile, short_description: 'Things' });
    expect(changes().map(([method]) => method)).toEqual(['setMyShortDescription']);

    const russian = { ...newProfile, short_description: 'Things', language_code: 'ru', name: 'Лучший магазин' };
    expect(await ask('POST', 'profile', { language_code: 'ru', name: 'Лучший магазин' })).toEqual(russian);
    expect(await ask('GET', 'profile?language_code=ru')).toEqual(russian);
    expect(await ask('GET', 'profile')).toMatchObject({ name: 'Best shop' });
    // Without a text of its own a language shows that of all others.
    expect(await ask('POST', 'profile', { language_code: 'ru', name: '' })).toMatchObject({ name: 'Best shop' });
  });

  test('passes on Telegram’s own error text and names the text that it rejects', async () => {
    simulated.script({
      method: 'setMyDescription',
      outcome: { code: 400, description: 'Bad Request: description is rude' },
    });
    changes();
    expect(await ask('POST', 'profile', { name: 'New', description: 'x', short_description: 'y' })).toBe(
      '400 TelegramRefused description: Bad Request: description is rude',
    );
    expect(changes().map(([method]) => method)).toEqual(['setMyName', 'setMyDescription']);
    expect(await ask('POST', 'profile', { name: 'x'.repeat(65) })).toMatch(/^400 InvalidField name/);
  });

  test('needs a token that Telegram knows, and a Telegram that answers', async () => {
    root = 'http://127.0.0.1:1';
    expect(await ask('GET', 'profile')).toMatch(/^502 TelegramUnavailable: /);
    root = telegram.url;
    simulated.script({ method: 'getMe', outcome: { code: 500, description: 'Internal Server Error' } });
    expect(await ask('GET', 'profile')).toBe('502 TelegramUnavailable: Internal Server Error');
    simulated.revokeToken();
    expect(await ask('GET', 'profile')).toMatch(/^400 WrongToken: /);
    expect(await ask('POST', 'menu-button', { button: { type: 'commands' } })).toMatch(/^400 WrongToken: /);
    await bots.change(key, { token_sealed: null });
    for (const path of ['profile', 'commands', 'menu-button'])
      expect(await ask('GET', path)).toMatch(/^400 NeedToken: /);
    expect(await ask('POST', 'profile', { name: 'x' })).toMatch(/^400 NeedToken: /);
  });
});

describe('commands', () => {
  const start = { command: 'start', description: 'Begin' };
  const help = { command: 'help', description: 'What I can do' };

  test('belong to a scope and a language, and an empty list deletes them', async () => {
    changes();
    expect(await ask('GET', 'commands')).toEqual({ commands: [] });
    expect(await ask('POST', 'commands', { commands: [start, help] })).toEqual({ commands: [start, help] });
    const ofChat = { scope: 'chat_member', chat_id: '-1001234567890', user_id: '42', language_code: 'ru' };
    expect(await ask('POST', 'commands', { ...ofChat, commands: [help] })).toEqual({ commands: [help] });
    expect(await ask('GET', `commands?${new URLSearchParams(ofChat)}`)).toEqual({ commands: [help] });
    expect(await ask('GET', 'commands')).toEqual({ commands: [start, help] });
    // The order is part of the menu; the same menu is not sent again.
    expect(await ask('POST', 'commands', { commands: [start, help] })).toEqual({ commands: [start, help] });
    expect(await ask('POST', 'commands', { commands: [help, start] })).toEqual({ commands: [help, start] });
    expect(await ask('POST', 'commands', { commands: [] })).toEqual({ commands: [] });
    expect(await ask('POST', 'commands', { commands: [] })).toEqual({ commands: [] });
    const defaultScope = { scope: { type: 'default' }, language_code: '' };
    expect(changes()).toEqual([
      ['setMyCommands', { ...defaultScope, commands: [start, help] }],
      [
        'setMyCommands',
        {
          scope: { type: 'chat_member', chat_id: -1_001_234_567_890, user_id: 42 },
          language_code: 'ru',
          commands: [help],
        },
      ],
      ['setMyCommands', { ...defaultScope, commands: [help, start] }],
      ['deleteMyCommands', defaultScope],
    ]);
  });

  test('need a chat ID in the scope of a chat, and a user ID too in that of a chat member', async () => {
    expect(await ask('GET', 'commands?scope=chat')).toMatch(/^400 RequiredFields chat_id/);
    expect(await ask('GET', 'commands?scope=chat_member&chat_id=-100')).toMatch(/^400 RequiredFields user_id/);
    expect(await ask('POST', 'commands', { scope: 'chat_administrators', commands: [] })).toMatch(
      /^400 RequiredFields chat_id/,
    );
    simulated.script({ method: 'getMyCommands', outcome: { code: 400, description: 'Bad Request: chat not found' } });
    expect(await ask('GET', 'commands?scope=chat&chat_id=@nowhere')).toBe(
      '400 TelegramRefused chat_id: Bad Request: chat not found',
    );
    expect(await ask('POST', 'commands', { commands: [{ command: 'Start!', description: 'x' }] })).toMatch(
      /^400 InvalidField commands\.0\.command/,
    );
  });
});

test('the menu button is one of three', async () => {
  changes();
  const app1 = { type: 'web_app', text: 'Open', url: 'https://example.com/app?x=1' };
  expect(await ask('GET', 'menu-button')).toEqual({ type: 'commands' });
  expect(await ask('POST', 'menu-button', { button: { type: 'commands' } })).toEqual({ type: 'commands' });
  expect(await ask('POST', 'menu-button', { button: app1 })).toEqual(app1);
  expect(await ask('POST', 'menu-button', { button: app1 })).toEqual(app1);
  expect(await ask('POST', 'menu-button', { button: { type: 'default' } })).toEqual({ type: 'commands' });
  expect(changes()).toEqual([
    ['setChatMenuButton', { menu_button: { type: 'web_app', text: 'Open', web_app: { url: app1.url } } }],
    ['setChatMenuButton', { menu_button: { type: 'default' } }],
  ]);
  const insecure = { ...app1, url: 'http://example.com' };
  expect(await ask('POST', 'menu-button', { button: insecure })).toMatch(/^400 InvalidField button\.url/);
});

describe('the picture', () => {
  const photo = (headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: `/api/bots/${key}/photo`, headers });

  test('comes through us, once', async () => {
    const picture = jpeg('the shop');
    simulated.setPhoto(picture);
    expect(await ask('GET', 'profile')).toMatchObject({ has_photo: true });
    const first = await photo();
    expect(first.statusCode).toBe(200);
    expect(first.rawPayload).toEqual(picture);
    expect(first.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      'cache-control': 'private, max-age=3600',
    });
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);

    const revalidation = await photo({ 'if-none-match': etag });
    expect([revalidation.statusCode, revalidation.body, revalidation.headers.etag]).toEqual([304, '', etag]);
    simulated.setPhoto(jpeg('newer'));
    // Telegram is asked once in ten minutes, however many pages show it.
    changes();
    expect((await photo()).rawPayload).toEqual(picture);
    clock += 600_000;
    const newer = await photo({ 'if-none-match': etag });
    expect([newer.statusCode, newer.rawPayload]).toEqual([200, jpeg('newer')]);
  });

  test('may be none, and then the next page need not ask again', async () => {
    expect((await photo()).statusCode).toBe(204);
    await bots.change(key, { token_sealed: null });
    const emptyResponse = await photo();
    expect([emptyResponse.statusCode, emptyResponse.headers['cache-control'], emptyResponse.body]).toEqual([
      204,
      'private, max-age=300',
      '',
    ]);
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing that may hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['larger than any small picture', Buffer.concat([jpeg('huge'), Buffer.alloc(131_072)])],
  ])('that is %s is none', async (_what, bytes) => {
    simulated.setPhoto(bytes);
    expect((await photo()).statusCode).toBe(204);
  });

  test('is absent after the token was revoked, without a failure: each page of the owner shows the bot', async () => {
    simulated.revokeToken();
    expect((await photo()).statusCode).toBe(204);
  });

  test('that cannot be fetched is a failure that nobody keeps', async () => {
    simulated.setPhoto(jpeg('picture'));
    simulated.script({ method: '/file', outcome: { status: 502, html: '<h1>Bad Gateway</h1>' } });
    const errorResponse = await photo();
    expect(errorResponse.statusCode).toBe(502);
    expect(errorResponse.headers['cache-control']).toBe('no-store');
    simulated.script({
      method: 'getUserProfilePhotos',
      outcome: { code: 400, description: 'Bad Request: user not found' },
    });
    expect(await ask('GET', 'profile')).toMatchObject({ has_photo: false });
  });
});

test('no token is in the log, nor in an answer', async () => {
  root = 'http://127.0.0.1:1';
  simulated.setPhoto(jpeg('picture'));
  const answer = await app.inject({ method: 'GET', url: `/api/bots/${key}/photo` });
  expect(answer.statusCode).toBe(502);
  const secret = simulated.token.split(':')[1] ?? '';
  expect(answer.body).not.toContain(secret);
  expect(logged.join('\n')).not.toContain(secret);
});
