import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { dataOf, publicUrl, startWorld, type World } from '@botscope/server/features/connections/test-world.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/** Set by scripts/test-world.mjs; '' where the toolchain or its registry is missing. */
const { WORLD_PYTHON: python = '', WORLD_GO_BOT: goBot = '' } = process.env;
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const clients: [name: string, command: string, ...args: string[]][] = [
  ...(python === ''
    ? []
    : [
        ['aiogram', python, script('aiogram_bot.py')] as [string, string, string],
        ['python-telegram-bot', python, script('python_telegram_bot.py')] as [string, string, string],
        ['pyTelegramBotAPI', python, script('pytelegrambotapi.py')] as [string, string, string],
      ]),
  ...(goBot === '' ? [] : [['go-telegram/bot', goBot] as [string, string]]),
];
const secret = 'checked-by-the-bot';
/** Until a framework has loaded: two seconds, and aiogram's models more than a minute on a machine with thirty other jobs, ms. */
const loading = 150_000;

let world: World;
let botProcess: ChildProcess | null = null;
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
});
afterEach(async () => {
  if (botProcess !== null && botProcess.exitCode === null) {
    botProcess.kill('SIGKILL');
    await once(botProcess, 'exit');
  }
  botProcess = null;
});
afterAll(() => world.close());

function start([command, ...args]: string[], env: Record<string, string>): void {
  botProcess = spawn(command ?? '', args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
}
const connect = async (body: object): Promise<string> =>
  dataOf<{ bot: { key: string } }>(await world.owner.post('/api/bots', body)).bot.key;

/** Two users' texts go to the bot, their echoes come back, each once; all of it is in the store. */
async function expectEchoes(bot: SimulatedBot, key: string, recordsCalls: boolean): Promise<void> {
  const texts = ['/start ads', 'hello', 'ещё "раз"'];
  const user = world.telegram.user({ first_name: 'Anna', bot });
  const echoes = () =>
    bot.calls
      .filter(({ method, status }) => method === 'sendMessage' && status === 200)
      .map(({ params }) => params.text);
  for (const [index, text] of texts.entries()) {
    user.sends(text);
    await expect.poll(echoes, { timeout: loading }).toHaveLength(index + 1);
  }
  expect(echoes()).toEqual(texts.map((text) => `echo ${text}`));
  const { store } = world.server.services;
  await expect
    .poll(
      async () => {
        await store.flush();
        const rows = await store.query<{ kind: string; count: string }>({
          sql: `SELECT kind, toString(count()) AS count FROM events FINAL
              WHERE bot = {bot:String} AND (kind = 'message' OR name = 'sendMessage') GROUP BY kind ORDER BY kind`,
          params: { bot: key },
        });
        return rows.map(({ kind, count }) => `${kind} ${count}`);
      },
      { timeout: 20_000 },
    )
    .toEqual([...(recordsCalls ? ['call 3'] : []), 'message 3']);
}

describe.each(clients)('%s, unmodified', (name, ...command) => {
  const username = (mode: string) => `${name.replace(/\W+/g, '_')}_${mode}_bot`.toLowerCase();

  it('polls and calls through the API root', async () => {
    const bot = world.telegram.addBot({ username: username('poll') });
    const key = await connect({
      ...{ bot_name: bot.username, connection_type: 'auto', token: bot.token },
      ...{ delivery_method: 'getUpdates', delivery_method_send: 'proxy' },
    });
    start(command, { BOT_TOKEN: bot.token, API_ROOT: world.server.url });
    await expectEchoes(bot, key, true);
  });

  it('takes updates at its webhook, where Telegram sends no secret and the bot checks one', async () => {
    const bot = world.telegram.addBot({ username: username('hook') });
    const port = await freePort();
    const webhook = `http://127.0.0.1:${port}/hook`;
    const body = { connection_type: 'manual', delivery_method: 'webhook', webhook, secret_token: secret, riskOk: true };
    const key = await connect({ ...body, bot_name: bot.username });
    const hookUrl = `${publicUrl}/hook/${key}/${world.server.services.bots.ourHookSecret(key)}`;
    const root = { url: world.telegram.url, token: bot.token };
    start(command, {
      ...{ BOT_TOKEN: bot.token, API_ROOT: world.telegram.url, WEBHOOK_SECRET: secret },
      ...{ HOOK_PORT: String(port), HOOK_URL: hookUrl },
    });
    const probe = () =>
      fetch(webhook, { method: 'POST', body: '{}' }).then(
        () => true,
        () => false,
      );
    await expect.poll(probe, { timeout: loading }).toBe(true);
    await callMethod(root, 'setWebhook', { url: hookUrl });
    await expectEchoes(bot, key, false);
  });
});
