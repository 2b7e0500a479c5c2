import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('scripted results: errors, 429 with its header, migration, pages and cut connections', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  const send = () => call('sendMessage', { chat_id: anna.user.id, text: 'Hi' });
  bot.script({
    method: 'sendMessage',
    chatId: 1,
    outcome: { code: 400, description: 'Bad Request: for another chat' },
  });
  bot.script({ method: 'sendmessage', chatId: anna.user.id, outcome: { retryAfter: 7 } });
  bot.script({ outcome: { code: 500, description: 'Internal Server Error' }, times: 2 });
  const limited = await send();
  expect([limited.status, limited.headers.get('retry-after'), limited.body]).toEqual([
    429,
    '7',
    { ok: false, error_code: 429, description: 'Too Many Requests: retry after 7', parameters: { retry_after: 7 } },
  ]);
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([500, 500, 200]);
  bot.script({ outcome: { migrateTo: -100500 } });
  expect((await send()).body.parameters).toEqual({ migrate_to_chat_id: -100500 });
  bot.script({ outcome: { status: 502, html: '<html>502 Bad Gateway</html>' } });
  const page = await fetch(`${telegram.url}/bot${bot.token}/getMe`);
  expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html']);
  bot.script({ outcome: { reset: 'after' } });
  await expect(send()).rejects.toThrow();
  expect(bot.calls.at(-1)).toMatchObject({ method: 'sendMessage', status: 0 });
});

test('a slow answer waits on the clock of the server', async () => {
  bot.script({ method: 'getMe', outcome: { slow: '20s' } });
  const slow = call('getMe');
  await vi.waitUntil(() => clock.waiting === 1, 10_000);
  expect(bot.calls.at(-1)).toMatchObject({ method: 'getMe', status: 0 });
  clock.advance('20s');
  expect((await slow).status).toBe(200);
});

test('an answer breaks off in the middle of its body, though the method has run', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  for (const method of ['sendMessage', 'getUpdates']) {
    bot.script({ method, outcome: { reset: 'middle' } });
    const response = await fetch(`${telegram.url}/bot${bot.token}/${method}?chat_id=${anna.user.id}&text=Hi`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(bot.calls.at(-1)).toMatchObject({ method, status: 200 });
  }
});

test('an answer trickles, a download breaks and comes whole the second time', async () => {
  bot.script({ method: 'getMe', outcome: { trickle: '5s' } });
  const response = await fetch(`${telegram.url}/bot${bot.token}/getMe`);
  expect(response.status).toBe(200);
  let isWhole = false;
  const body = response.json().finally(() => {
    isWhole = true;
  });
  await vi.waitUntil(() => clock.waiting === 1, 10_000);
  expect(isWhole).toBe(false);
  clock.advance('5s');
  expect(await body).toMatchObject({ ok: true });

  bot.setPhoto(Buffer.from('picture'));
  const [sizes] = ((await call('getUserProfilePhotos', { user_id: bot.id })).body.result as Photos).photos;
  const file = (await call('getFile', { file_id: sizes?.at(-1)?.file_id })).body.result as { file_path: string };
  bot.script({ method: '/file', outcome: { reset: 'middle' } });
  const download = async () => (await fetch(`${telegram.url}/file/bot${bot.token}/${file.file_path}`)).text();
  await expect(download()).rejects.toThrow();
  expect(await download()).toBe('picture');
});

interface Photos {
  photos: { file_id: string }[][];
}
