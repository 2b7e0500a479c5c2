import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyEmptyStores } from './test-data-directory.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const account = { identity: 'owner@example.com', password: 'long enough' };
const dataDir = mkdtempSync(join(tmpdir(), 'botscope-killed-'));
let server: ChildProcess;
let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let chat: number;
let port: number;
let env: Record<string, string | undefined>;
let key = '';

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file('../main.ts')], { env, stdio: 'ignore' });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the server did not start');
    await wait(50);
  }
  return child;
}
async function stop(server: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  server.kill(signal);
  await once(server, 'exit');
}
const ask = async (cookie: string, method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json', cookie };
  return fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
};
const signIn = async (): Promise<string> =>
  (await ask('', 'POST', '/user/sign-in/login', account)).headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
/** Calls that the bot had an answer to, and those of them that are recorded. */
const send = async (text: string): Promise<boolean> => {
  const root = { url: `http://127.0.0.1:${port}`, token: bot.token };
  return callMethod(root, 'sendMessage', { chat_id: chat, text }).then(
    ({ status }) => status === 200,
    () => false,
  );
};

beforeAll(async () => {
  await copyEmptyStores(dataDir);
  telegram = await startSimulatedTelegram({ seed: 'killed' });
  bot = telegram.addBot({ username: 'killed_bot' });
  const user = telegram.user({ first_name: 'Anna', bot });
  user.sends('/start');
  chat = user.id;
  port = await freePort();
  env = {
    ...process.env,
    ...{ DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'fatal' },
    TELEGRAM_API_ROOT: telegram.url,
  };
  const admin = [
    file('../features/admin/main.ts'),
    'create-account',
    '--email',
    account.identity,
    '--password',
    account.password,
  ];
  execFileSync(process.execPath, admin, { env });
  server = await start();
  const connection = { connection_type: 'auto', delivery_method: 'getUpdates', delivery_method_send: 'proxy' };
  const answer = await ask(await signIn(), 'POST', '/bots', {
    bot_name: 'killed_bot',
    token: bot.token,
    ...connection,
  });
  const { data } = (await answer.json()) as { data: { bot: { key: string } } };
  key = data.bot.key;
}, 180_000);
afterAll(async () => {
  await telegram.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

it('a call that was answered is recorded, however soon the server is killed', async () => {
  const rounds = byRunLength({ regular: 1, long: 2 });
  const answeredTexts = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) server = await start();
    await send(`warm ${round}`);
    let isOver = false;
    const senders = [1, 2, 3].map(async (sender) => {
      for (let index = 0; !isOver; index += 1) {
        const text = `sent ${round}-${sender}-${index}`;
        if (await send(text)) answeredTexts.add(text);
      }
    });
    const before = answeredTexts.size;
    while (answeredTexts.size < before + 30) await wait(1);
    await stop(server, 'SIGKILL');
    isOver = true;
    await Promise.all(senders);
  }
  await stop(await start(), 'SIGTERM');
  const { stdout: recordedCalls } = loadPayloads(key);
  const lostTexts = [...answeredTexts].filter((text) => !recordedCalls.includes(`"${text}"`));
  expect(lostTexts).toEqual([]);
  expect([...answeredTexts].filter((text) => recordedCalls.split(`"text":"${text}"`).length > 3)).toEqual([]);
  for (const log of ['calls.log', 'calls.log.2']) expect(readFileSync(join(dataDir, 'proxy', log), 'utf8')).toBe('');
}, 400_000);

/** Returns the bot's calls from the event store of the stopped server. */
function loadPayloads(bot: string): { stdout: string } {
  const script = `
    import { openEmbeddedEngine } from ${JSON.stringify(file('../events/store/engine/embedded.ts'))};
    const engine = openEmbeddedEngine(${JSON.stringify(join(dataDir, 'events'))});
    const rows = await engine.query({ sql: "SELECT payload FROM events FINAL WHERE bot = {bot:String} AND kind = 'call'", params: { bot: ${JSON.stringify(bot)} } });
    console.log(rows.map(({ payload }) => payload).join('\\n'));
    process.exit(0);`;
  const stdout = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return { stdout };
}
