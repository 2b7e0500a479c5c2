import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock, type SettableClock } from '../../clock.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '../server.ts';
import type { SimulatedBot } from '../simulated-bot.ts';
import { callMethod } from '../test-client.ts';

let clock: SettableClock;
let telegram: SimulatedTelegram;
let bot: SimulatedBot;
const call = (method: string, parameters: Record<string, unknown> = {}) =>
  callMethod({ url: telegram.url, token: bot.token }, method, parameters);
const rejection = async (method: string, parameters: Record<string, unknown> = {}) =>
  (await call(method, parameters)).body.description;

beforeEach(async () => {
  clock = createClock('2026-03-02T09:00:00Z');
  telegram = await startSimulatedTelegram({ clock, isLocal: true });
  bot = telegram.addBot({ username: 'shop_bot', first_name: 'Shop' });
});
afterEach(() => telegram.stop());

test('close is refused for ten minutes, logOut is for good', async () => {
  clock.advance('1m');
  expect((await call('close')).body).toMatchObject({ error_code: 429, parameters: { retry_after: 540 } });
  clock.advance('9m');
  expect((await call('close')).body).toEqual({ ok: true, result: true });
  expect((await call('getMe')).status).toBe(200);

  expect((await call('setWebhook', { url: 'http://127.0.0.1:1/hook' })).status).toBe(200);
  expect((await call('LOGOUT')).body).toEqual({ ok: true, result: true });
  expect((await call('getMe')).body).toEqual({ ok: false, error_code: 400, description: 'Logged out' });
  expect(bot.webhookUrl).toBeUndefined();
});

test('menu buttons: one of the bot, others per chat', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  const shop = { type: 'web_app', text: 'Shop', web_app: { url: 'https://example.com/shop' } };
  expect((await call('getChatMenuButton')).body.result).toEqual({ type: 'commands' });
  await call('setChatMenuButton', { menu_button: shop });
  await call('setChatMenuButton', { chat_id: anna.user.id, menu_button: { type: 'commands' } });
  expect((await call('getChatMenuButton', { chat_id: anna.user.id })).body.result).toEqual({ type: 'commands' });
  await call('setChatMenuButton', { chat_id: anna.user.id });
  expect((await call('getChatMenuButton', { chat_id: anna.user.id })).body.result).toEqual(shop);
  expect(
    await rejection('setChatMenuButton', { menu_button: { ...shop, web_app: { url: 'http://example.com' } } }),
  ).toMatch(/Only HTTPS links are allowed/);
  expect(await rejection('setChatMenuButton', { chat_id: 1, menu_button: shop })).toBe('Bad Request: chat not found');
});

test('profile photos: those of the bot, newest first, and each can be downloaded', async () => {
  expect((await call('getUserProfilePhotos', { user_id: bot.id })).body.result).toEqual({ total_count: 0, photos: [] });
  bot.setPhoto(Buffer.from('old picture'));
  bot.setPhoto(Buffer.from('new picture'));
  const page = (await call('getUserProfilePhotos', { user_id: bot.id, limit: 1 })).body.result as {
    total_count: number;
    photos: { file_id: string; width: number }[][];
  };
  expect([page.total_count, page.photos.length, page.photos[0]?.map(({ width }) => width)]).toEqual([
    2,
    1,
    [90, 320, 800],
  ]);
  const file = (await call('getFile', { file_id: page.photos[0]?.at(-1)?.file_id })).body.result as {
    file_path: string;
  };
  expect(await (await fetch(`${telegram.url}/file/bot${bot.token}/${file.file_path}`)).text()).toBe('new picture');

  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  expect((await call('getUserProfilePhotos', { user_id: anna.user.id })).body.result).toMatchObject({ total_count: 0 });
  expect(await rejection('getUserProfilePhotos', { user_id: 5 })).toBe('Bad Request: user not found');
});
