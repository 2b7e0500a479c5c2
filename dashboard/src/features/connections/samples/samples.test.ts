/// <reference types="node" />
import { execFile } from 'node:child_process';
import { createReadStream, type ReadStream } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import type { Addresses, Way } from './framework.ts';
import { frameworks, samplesFor } from './samples.ts';

const apiKey = `0123456789abc:${'ab'.repeat(32)}`;
const token = `4242:${'A'.repeat(35)}`;
const botWebhookSecret = 'checked-by-the-bot';
const withSecret = { process: { env: { WEBHOOK_SECRET: botWebhookSecret } } };
const update = {
  update_id: 7,
  message: {
    message_id: 1,
    date: 1_790_000_000,
    chat: { id: 5, type: 'private', first_name: 'Ann' },
    from: { id: 5, is_bot: false, first_name: 'Ann' },
    text: 'hi',
  },
};
// The real frameworks, which the end-to-end tests have installed: the dashboard itself does not depend on them.
const load = createRequire(new URL('../../../../../e2e/package.json', import.meta.url));

const rejection = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' };

interface Seen {
  path: string;
  key: unknown;
  body: string;
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Stands for Telegram and for us: answers every Bot API call, and notes what it was asked. */
async function serve() {
  const seenRequests: Seen[] = [];
  let hasDelivered = false;
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const path = decodeURIComponent(request.url ?? '');
      seenRequests.push({ path, key: request.headers['api-key'], body });
      const polled = /getUpdates/i.test(path);
      const isRejected = /sendMessage/i.test(path) && /chat_id"?[=:]6/.test(path + body);
      const result = polled ? (hasDelivered ? [] : [update]) : buildResult(path);
      hasDelivered ||= polled;
      const answer = JSON.stringify(isRejected ? rejection : { ok: true, result });
      setTimeout(
        () => response.writeHead(isRejected ? 403 : 200, { 'content-type': 'application/json' }).end(answer),
        polled ? 20 : 0,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Waits for a request to a path. */
  const arrived = async (part: string): Promise<Seen> =>
    expect
      .poll(() => seenRequests.find(({ path }) => path.includes(part)), { timeout: 5_000 })
      .toBeTruthy()
      .then(() => seenRequests.find(({ path }) => path.includes(part)) as Seen);
  const addresses: Addresses = { origin, apiRoot: origin, hookUrl: `${origin}/hook/0123456789abc/s3cret` };
  return { seen: seenRequests, arrived, at: addresses };
}

function buildResult(path: string): unknown {
  if (/getMe$/.test(path)) return { id: 4242, is_bot: true, first_name: 'Shop', username: 'my_shop_bot' };
  if (/sendMessage/i.test(path)) return update.message;
  return true;
}

const codeFor = (way: Way, framework: string, addresses: Addresses) =>
  samplesFor(way, addresses).find((sample) => sample.framework === framework)?.code ?? '';

type Loose = Record<string, (...args: unknown[]) => unknown> & { api: Loose; telegram: Loose; updates: Loose };
// The lines take the key from the environment of the bot.
vi.stubEnv('BOTSCOPE_API_KEY', apiKey);

/** Runs sample lines with names in reach, and gives what `returned` is then. */
const run = (code: string, names: Record<string, unknown>, returned = 'undefined'): Promise<Loose> =>
  new Function(...Object.keys(names), `return (async () => {\n${code}\nreturn { it: ${returned} };\n})()`)(
    ...Object.values(names),
  ).then(({ it }: { it: Loose }) => it);

interface Tried {
  framework: string;
  names(): Record<string, unknown>;
  /** Variable that the lines use for the bot. */
  bot: string;
  getMe(bot: Loose): unknown;
  /** Hands the framework an update as its webhook or its polling would. */
  feed(bot: Loose): unknown;
  /** Sends "hello"; absent where there are no lines for calls. */
  say?(bot: Loose, chat: number): unknown;
  /** Sends a document that is in memory, and one of a stream. */
  sendFiles?(bot: Loose, bytes: Buffer, stream: ReadStream): unknown;
}

const triedFrameworks: Tried[] = [
  {
    framework: 'grammY',
    names: () => load('grammy'),
    bot: 'bot',
    getMe: (bot) => bot.api.getMe?.(),
    feed: async (bot) => {
      await bot.init?.();
      await bot.handleUpdate?.(update);
    },
    say: (bot, chat) => bot.api.sendMessage?.(chat, 'hello'),
    async sendFiles(bot, bytes, stream) {
      const { InputFile } = load('grammy');
      await bot.api.sendDocument?.(5, new InputFile(bytes, 'report.pdf'));
      await bot.api.sendDocument?.(5, new InputFile(stream));
    },
  },
  {
    framework: 'Telegraf',
    names: () => load('telegraf'),
    bot: 'bot',
    getMe: (bot) => bot.telegram.getMe?.(),
    feed: (bot) => bot.handleUpdate?.(update),
    say: (bot, chat) => {
      // The lines change the class: the tests after this one get it back as it was.
      open.push(() => delete load('telegraf').Telegram.prototype.callApi);
      return bot.telegram.sendMessage?.(chat, 'hello');
    },
    async sendFiles(bot, bytes, stream) {
      open.push(() => delete load('telegraf').Telegram.prototype.callApi);
      await bot.telegram.sendDocument?.(5, { source: bytes, filename: 'report.pdf' });
      await bot.telegram.sendDocument?.(5, { source: stream });
    },
  },
  {
    framework: 'node-telegram-bot-api 2',
    names: () => load('ntba'),
    bot: 'bot',
    getMe: (bot) => bot.api.getMe?.(),
    feed: (bot) => bot.handleUpdate?.(update),
  },
  {
    framework: 'node-telegram-bot-api 0.x',
    names: () => ({ TelegramBot: load('ntba-classic') }),
    bot: 'bot',
    getMe: (bot) => {
      open.push(() => void bot.stopPolling?.());
      return bot.getMe?.();
    },
    feed: (bot) => bot.processUpdate?.(update),
  },
  {
    framework: 'GramIO',
    names: () => load('gramio'),
    bot: 'bot',
    getMe: (bot) => bot.api.getMe?.(),
    feed: (bot) => bot.updates.handleUpdate?.(update),
    say: (bot, chat) => bot.api.sendMessage?.({ chat_id: chat, text: 'hello' }),
    async sendFiles(bot, bytes, stream) {
      await bot.api.sendDocument?.({ chat_id: 5, document: new File([new Uint8Array(bytes)], 'report.pdf') });
      await bot.api.sendDocument?.({
        chat_id: 5,
        document: new File(await stream.toArray(), 'report.pdf'),
      });
    },
  },
  {
    framework: 'puregram',
    names: () => load('puregram'),
    bot: 'telegram',
    getMe: (bot) => bot.api.getMe?.(),
    feed: (bot) => bot.updates.handleUpdate?.(update),
    say: (bot, chat) => bot.api.sendMessage?.({ chat_id: chat, text: 'hello' }),
    async sendFiles(bot, bytes, stream) {
      const { MediaSource } = load('puregram');
      await bot.api.sendDocument?.({ chat_id: 5, document: MediaSource.buffer(bytes, { filename: 'report.pdf' }) });
      await bot.api.sendDocument?.({ chat_id: 5, document: MediaSource.stream(stream, { filename: 'report.pdf' }) });
    },
  },
  {
    framework: 'typescript-telegram-bot-api',
    names: () => load('typescript-telegram-bot-api'),
    bot: 'bot',
    getMe: (bot) => bot.getMe?.(),
    feed: (bot) => bot.getUpdates?.({}),
  },
];

const make = async (each: Tried, addresses: Addresses) =>
  run(
    codeFor('root', each.framework, addresses).replace('polling: true', 'polling: false'),
    { process: { env: { BOT_TOKEN: token } }, ...each.names() },
    each.bot,
  );

test.each(triedFrameworks)('$framework: with the line for the API root, its calls come to us', async (each) => {
  const { arrived, at } = await serve();
  await each.getMe(await make(each, at));
  expect((await arrived('getMe')).path.toLowerCase()).toBe(`/bot${token}/getme`.toLowerCase());
});

test.each(triedFrameworks)('$framework: the lines for copies push the update', async (each) => {
  const { arrived, at } = await serve();
  const bot = await make(each, at);
  await run(codeFor('copies', each.framework, at), { [each.bot]: bot });
  await each.feed(bot);
  const { path, key, body } = await arrived('/v1/');
  expect({ path, key }).toEqual({ path: '/v1/send-batch-update', key: apiKey });
  expect(JSON.parse(body)).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), update }]);
});

test.each(
  triedFrameworks
    .filter(({ say }) => say)
    .flatMap((each) => [
      { ...each, what: 'its answer', chat: 5, response: { ok: true, result: update.message } },
      { ...each, what: 'its rejection', chat: 6, response: rejection },
    ]),
)('$framework: the lines for calls push the call and $what', async ({ chat, response, ...each }) => {
  const { arrived, seen, at } = await serve();
  const bot = await make(each, at);
  await run(codeFor('calls', each.framework, at), { ...each.names(), [each.bot]: bot });
  await each.getMe(bot);
  const outcomes = await Promise.allSettled([each.say?.(bot, chat)]);
  expect(outcomes[0]?.status).toBe(response.ok ? 'fulfilled' : 'rejected');
  const { path, key, body } = await arrived('/v1/');
  expect({ path, key }).toEqual({ path: '/v1/send-batch-call', key: apiKey });
  expect(JSON.parse(body)).toEqual([
    {
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'sendMessage',
      params: expect.objectContaining({ chat_id: chat, text: 'hello' }),
      response: expect.objectContaining(response),
    },
  ]);
  expect(seen.filter((each) => each.path.startsWith('/v1/'))).toHaveLength(1);
});

test.each(triedFrameworks.filter(({ sendFiles }) => sendFiles))(
  '$framework: the lines for calls name files and do not copy them, and the bot’s call succeeds',
  async ({ sendFiles, ...each }) => {
    const { seen, at } = await serve();
    const bot = await make(each, at);
    await run(codeFor('calls', each.framework, at), { ...each.names(), [each.bot]: bot });
    await sendFiles?.(bot, Buffer.alloc(3_000_000, 200), createReadStream(new URL(import.meta.url)));
    const copies = () => seen.filter(({ path }) => path.startsWith('/v1/'));
    await expect.poll(() => copies().length, { timeout: 5_000 }).toBe(2);
    for (const { body } of copies()) {
      expect(body.length).toBeLessThan(2_000);
      expect(JSON.parse(body)).toEqual([
        expect.objectContaining({
          method: 'sendDocument',
          params: expect.objectContaining({ chat_id: 5 }),
          response: expect.objectContaining({ ok: true }),
        }),
      ]);
    }
    // The other frameworks take files out of the parameters themselves.
    if (codeFor('calls', each.framework, at).includes('describeFiles'))
      expect(copies()[0]?.body).toMatch(/report\.pdf.*3000000|3000000.*report\.pdf/);
  },
);

test.each(triedFrameworks.filter(({ framework }) => framework !== 'Telegraf'))(
  '$framework: the line for the webhook gives Telegram our address',
  async (each) => {
    const { arrived, at } = await serve();
    const bot = await make(each, at);
    await run(codeFor('hook', each.framework, at), { ...withSecret, [each.bot]: bot });
    const { path, body } = await arrived('et');
    expect(path.toLowerCase()).toContain('/setwebhook');
    expect(decodeURIComponent(path + body)).toContain(at.hookUrl);
    expect(path + body).toContain(botWebhookSecret);
  },
);

test('Telegraf: the lines for the webhook listen, and give Telegram our address', async () => {
  const { arrived, at } = await serve();
  const telegraf = triedFrameworks.find(({ framework }) => framework === 'Telegraf') as Tried;
  const bot = await make(telegraf, at);
  let listens = 0;
  const http = {
    createServer: () => ({
      listen: (port: number) => {
        listens = port;
      },
    }),
  };
  await run(codeFor('hook', 'Telegraf', at), { ...withSecret, bot, http });
  const { body } = await arrived('setWebhook');
  expect(JSON.parse(body)).toMatchObject({ url: at.hookUrl, secret_token: botWebhookSecret });
  expect(listens).toBe(3000);
});

/** A stand-in prints what curl would send, so that the test needs no curl on the machine. */
const asShell = async (code: string) => {
  const standIn =
    'curl() { for part; do last=$part; case $part in url=*) echo "$part";; esac; done; printf %s "$last"; }\n';
  const { stdout } = await promisify(execFile)('sh', ['-c', standIn + code], {
    env: { BOT_TOKEN: token, WEBHOOK_SECRET: botWebhookSecret },
  });
  return stdout;
};
const anywhere: Addresses = {
  origin: 'https://stats.example',
  apiRoot: 'https://api.stats.example',
  hookUrl: 'https://stats.example/hook/0123456789abc/s3cret',
};

test('the curl lines are shell commands with an update, a call, the API root and our webhook', async () => {
  const date = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(JSON.parse(await asShell(codeFor('copies', 'curl', anywhere)))).toMatchObject([
    { date, update: { update_id: 1, message: { text: '/start', from: { id: 1000001 } } } },
  ]);
  expect(JSON.parse(await asShell(codeFor('calls', 'curl', anywhere)))).toMatchObject([
    { date, method: 'sendMessage', params: { chat_id: 1000001 }, response: { ok: true } },
  ]);
  expect(await asShell(codeFor('root', 'curl', anywhere))).toBe(`https://api.stats.example/bot${token}/getMe`);
  expect(await asShell(codeFor('hook', 'curl', anywhere))).toBe(
    `url=${anywhere.hookUrl}\nsecret_token=${botWebhookSecret}`,
  );
});

test.each(frameworks)(
  '$name has lines for copies, for the API root and for the webhook, with what is needed',
  (framework) => {
    const { name } = framework;
    expect(codeFor('copies', name, anywhere)).toContain(`${anywhere.origin}/v1/send-batch-update`);
    expect(codeFor('copies', name, anywhere)).toContain('BOTSCOPE_API_KEY');
    expect(codeFor('root', name, anywhere)).toContain(anywhere.apiRoot);
    expect(codeFor('hook', name, anywhere)).toContain(anywhere.hookUrl);
    expect(codeFor('hook', name, anywhere)).toMatch(/secret_?token/i);
    expect(codeFor('hook', name, anywhere)).toContain('WEBHOOK_SECRET');
  },
);
