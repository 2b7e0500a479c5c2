import type { ServerResponse } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { botKey, type RelayWorld, startRelayWorld } from './test-relay.ts';

let world: RelayWorld;
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 2 });
const allDelivered = () => until(() => world.simulated.pending === 0);
beforeEach(async () => {
  world = await startRelayWorld();
});
afterEach(async () => {
  await world.stop();
});

const chat = 4_200_000_001;
const boundary = 'webhookBoundaryABC';
const multipart = (fields: Record<string, string>, file = '') =>
  Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('') +
  (file === ''
    ? ''
    : `--${boundary}\r\nContent-Disposition: form-data; name="document"; filename="привет.txt"\r\nContent-Type: text/plain\r\n\r\n${file}\r\n`) +
  `--${boundary}--\r\n`;

/** Answers of bots: content type, body, packing. */
const replies: Record<string, { type?: string; body: string | Buffer; packing?: string }> = {
  'JSON of Telegraf': {
    type: 'application/json',
    body: JSON.stringify({
      method: 'sendMessage',
      chat_id: chat,
      text: 'Привет',
      reply_markup: { remove_keyboard: true },
    }),
  },
  'JSON with a charset, packed with gzip': {
    type: 'application/json; charset=utf-8',
    body: gzipSync(JSON.stringify({ method: 'sendMessage', chat_id: chat, text: 'gzip' })),
    packing: 'gzip',
  },
  'JSON packed with deflate, method in another letter case': {
    type: 'application/json',
    body: deflateSync(JSON.stringify({ chat_id: chat, text: 'deflate', method: 'SENDMESSAGE' })),
    packing: 'deflate',
  },
  urlencoded: {
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ method: 'sendMessage', chat_id: String(chat), text: 'ä & б' }).toString(),
  },
  'multipart of aiogram': {
    type: `multipart/form-data; boundary=${boundary}`,
    body: multipart({ method: 'sendMessage', chat_id: String(chat), text: 'multipart' }),
  },
  'multipart with a file': {
    type: `multipart/form-data; boundary=${boundary}`,
    body: multipart({ method: 'sendDocument', chat_id: String(chat), caption: 'file' }, 'line\r\nline'),
  },
  'a get method': { type: 'application/json', body: '{"method":"getMe"}' },
  'a forbidden method': { type: 'application/json', body: '{"method":"deleteWebhook"}' },
  'an empty object': { type: 'application/json', body: '{}' },
  'a word': { body: 'ok!' },
  'a type that is none': { type: 'constructor', body: 'ok!' },
  'bad JSON': { type: 'application/json', body: '{"method":' },
  'garbage called gzip': { type: 'application/json', body: 'garbage', packing: 'gzip' },
  'garbage called gzip, mended the second time': { type: 'application/json', body: '{}' },
  'a refused call': {
    type: 'application/json',
    body: JSON.stringify({ method: 'sendMessage', chat_id: chat, text: '' }),
  },
};

/** Telegram takes an answer that does not unpack for a broken one and delivers again: no update of its own for the next. */
const deliveries = Object.keys(replies).filter((name) => !name.includes('second time'));

function send(response: ServerResponse, { type, body, packing }: (typeof replies)[string]): void {
  if (type !== undefined) response.setHeader('Content-Type', type);
  if (packing !== undefined) response.setHeader('Content-Encoding', packing);
  response.end(body);
}

/** Returns the bot's updates and the calls to Telegram, without values that differ from one run to the next. */
function transcript() {
  const receivedUpdates = world.bot.received.map(({ url, headers: { host: _host, ...headers }, body }) => ({
    url,
    headers,
    body: body.replace(/"date":\d+/g, '"date":0'),
  }));
  const calls = world.simulated.calls
    .filter(({ method }) => method !== 'setWebhook')
    .map(({ method, params, files, status }) => ({
      method,
      params,
      files: files.map(({ name, type, size }) => ({ name, type, size })),
      status,
    }));
  return { seen: receivedUpdates, calls };
}

async function play(way: 'ours' | 'own'): Promise<ReturnType<typeof transcript>> {
  const anna = world.telegram.user({ id: chat, first_name: 'Anna' });
  await world.setWebhook(way);
  const kinds = Object.values(replies);
  world.bot.answer = (_request, response) => send(response, kinds[world.bot.received.length - 1] ?? { body: '' });
  for (const name of deliveries) {
    anna.sends(name);
    await allDelivered();
  }
  await until(() => world.simulated.calls.every(({ status }) => status > 0));
  return transcript();
}

it('the bot sees the same, and Telegram is asked the same, without us and with us', async () => {
  const direct = await play('own');
  await world.stop();
  world = await startRelayWorld();
  const relayed = await play('ours');
  expect(world.recordedCalls.map(({ method, status, via }) => [method.toLowerCase(), status, via])).toEqual(
    relayed.calls.map(({ method }) => [method.toLowerCase(), 0, 'reply']),
  );
  // Numbers of updates are random per run of the simulated Telegram, unless seeded alike: it is.
  expect(relayed).toEqual(direct);
  expect(direct.calls.map(({ method }) => method)).toEqual([
    'sendMessage',
    'sendMessage',
    'sendMessage',
    'sendMessage',
    'sendMessage',
    'sendDocument',
    'sendMessage',
  ]);
}, 30_000);

describe('the reply of an update that had to wait', () => {
  it('is executed by us exactly as Telegram would have', async () => {
    const direct = await play('own');
    await world.stop();
    world = await startRelayWorld();
    await world.bot.stop();
    await world.setWebhook('ours');
    const anna = world.telegram.user({ id: chat, first_name: 'Anna' });
    for (const name of deliveries) anna.sends(name);
    await allDelivered();
    const kinds = Object.values(replies);
    world.bot.answer = (_request, response) => send(response, kinds[world.bot.received.length - 1] ?? { body: '' });
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    expect(transcript().calls).toEqual(direct.calls);
    expect(world.bot.received.length).toBe(kinds.length);
    expect(world.recordedCalls.map(({ status, response }) => [status, (response as { ok: boolean }).ok])).toEqual(
      direct.calls.map(({ status }) => [status, status === 200]),
    );
    expect(world.recordedCalls[5]).toMatchObject({
      method: 'sendDocument',
      params: { chat_id: String(chat), caption: 'file' },
      files: [{ field: 'document', name: 'привет.txt', type: 'text/plain', size: 10 }],
      via: 'reply',
    });
    const replyFailures = world.failures.filter(({ reason }) => reason.startsWith('Reply'));
    expect(replyFailures.map(({ method, reason, code }) => [method, reason, code])).toEqual([
      ['', 'ReplyRefused', 0],
      ['', 'ReplyRefused', 0],
      ['sendMessage', 'ReplyRefused', 400],
    ]);
  }, 30_000);

  const listSentMessages = () => world.simulated.calls.filter(({ method }) => method === 'sendMessage');
  const replyFailures = () => world.failures.filter(({ reason }) => reason.startsWith('Reply'));

  async function holdOne(): Promise<void> {
    await world.bot.stop();
    await world.setWebhook('ours');
    world.telegram.user({ id: chat, first_name: 'Anna' }).sends('1');
    await allDelivered();
    world.bot.answer = (_request, response) => send(response, replies['JSON of Telegraf'] ?? { body: '' });
    await world.bot.start();
  }

  it('is sent again when Telegram asks to wait', async () => {
    await holdOne();
    world.simulated.script({ method: 'sendMessage', outcome: { retryAfter: 3 } });
    world.relay.retryNow(botKey);
    await until(() => world.simulated.calls.some(({ status }) => status === 429));
    await until(() => world.clock.nextIn === 3_000);
    world.clock.advance('3s');
    await until(() => world.relay.queued(botKey) === 0);
    expect(listSentMessages().map(({ status }) => status)).toEqual([429, 200]);
    expect(replyFailures()).toEqual([]);
  });

  it.each([{ reset: 'after' }, { reset: 'before' }, { code: 500, description: 'Internal Server Error' }] as const)(
    'is not sent again when its fate is unknown (%o), and that is reported',
    async (outcome) => {
      await holdOne();
      world.simulated.script({ method: 'sendMessage', outcome });
      world.relay.retryNow(botKey);
      await until(() => world.relay.queued(botKey) === 0);
      expect(listSentMessages().length).toBe(1);
      expect(replyFailures()).toMatchObject([{ reason: 'ReplyNotSent', method: 'sendMessage' }]);
    },
  );

  it('is not sent without the token, and that is reported', async () => {
    await holdOne();
    world.hookBot.token = null;
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    expect(listSentMessages()).toEqual([]);
    expect(replyFailures()).toMatchObject([{ reason: 'ReplyNotSent', method: 'sendMessage' }]);
  });
});
