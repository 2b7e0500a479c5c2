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

test('files: upload, send again by id, download; ids of another bot are worth nothing', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  const form = new FormData();
  form.set('chat_id', String(anna.user.id));
  form.set('caption', 'Ваш заказ');
  form.set('document', new Blob([Buffer.from('%PDF')], { type: 'application/pdf' }), 'счёт.pdf');
  const [, answer] = await raw(`/bot${bot.token}/sendDocument`, { method: 'POST', body: form });
  const document = (answer as { result: { document: { file_id: string } } }).result.document;
  expect(document).toMatchObject({ file_name: 'счёт.pdf', mime_type: 'application/pdf', file_size: 4 });
  expect(telegram.calls.at(-1)?.files.map((file) => [file.field, file.bytes.toString()])).toEqual([
    ['document', '%PDF'],
  ]);

  expect((await call('sendDocument', { chat_id: anna.user.id, document: document.file_id })).status).toBe(200);
  expect((await call('sendPhoto', { chat_id: anna.user.id, photo: document.file_id })).body.description).toBe(
    "Bad Request: can't use file of type Document as Photo",
  );
  expect((await call('sendPhoto', { chat_id: anna.user.id })).body.description).toBe(
    'Bad Request: there is no photo in the request',
  );
  const file = (await call('getFile', { file_id: document.file_id })).body.result as { file_path: string };
  const download = await fetch(`${telegram.url}/file/bot${bot.token}/${file.file_path}`);
  expect(await download.text()).toBe('%PDF');
  const other = telegram.addBot({ username: 'other_bot' });
  const otherAnswer = await callMethod({ url: telegram.url, token: other.token }, 'getFile', {
    file_id: document.file_id,
  });
  expect(otherAnswer.body.description).toBe('Bad Request: invalid file_id');
});

test('a large upload lies on disk, not in memory, and comes back whole', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  const content = Buffer.alloc(8 * 1_048_576, 'botscope');
  const form = new FormData();
  form.set('chat_id', String(anna.user.id));
  form.set('document', new Blob([content]), 'large.bin');
  const [status, answer] = await raw(`/bot${bot.token}/sendDocument`, { method: 'POST', body: form });
  expect(status).toBe(200);
  const upload = telegram.calls.at(-1)?.files[0];
  expect(upload?.size).toBe(content.length);
  // Read again each time: nobody holds it.
  expect(upload?.bytes).not.toBe(upload?.bytes);
  const { file_id } = (answer as { result: { document: { file_id: string } } }).result.document;
  const { file_path } = (await call('getFile', { file_id })).body.result as { file_path: string };
  const download = await fetch(`${telegram.url}/file/bot${bot.token}/${file_path}`);
  expect(content.equals(Buffer.from(await download.arrayBuffer()))).toBe(true);
});
