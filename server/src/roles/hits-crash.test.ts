import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MiniApp, MiniAppNumbers, WireHit } from '@botscope/contract';
import { openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyEmptyStores } from './test-data-directory.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const dataDir = mkdtempSync(join(tmpdir(), 'botscope-hits-'));
const credentials = { identity: 'owner@example.com', password: 'long enough' };

let telegram: SimulatedTelegram;
let server: ChildProcess;
let origin = '';
let env: Record<string, string | undefined>;
let cookie = '';
let app: MiniApp;
let token = '';
let sentHits = 0;
/** Hits of requests that were answered with 202, in all. */
let acknowledged = 0;

async function start(): Promise<void> {
  server = spawn(process.execPath, [file('../main.ts')], { env, stdio: 'ignore' });
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('the server did not start');
    await wait(50);
  }
  const answer = await fetch(`${origin}/api/user/sign-in/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  cookie = cookies.join('; ');
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: T }).data;
}

/** The script in a page: what is not acknowledged stays in its queue and is sent again, with the same IDs. */
function openPage(userId: number) {
  const page = { k: app.key, l: hex(16), p: 'android', w: '8.0' };
  const i = signInitData(openedBy({ id: userId, first_name: 'Ann' }, Date.now(), { start_param: 'ads' }), { token });
  const queue: WireHit[] = [];
  let isKnown = false;
  const add = (n: string): void => {
    queue.push({ id: hex(8), n, t: Date.now() });
    sentHits += 1;
  };
  add('app_launch');
  return {
    add,
    isEmpty: () => queue.length === 0,
    async flush(): Promise<void> {
      const e = queue.slice(0, 10);
      const body = JSON.stringify({ ...page, sent: Date.now(), ...(isKnown ? {} : { i }), e });
      const answer = await fetch(`${origin}/hit`, { method: 'POST', body }).catch(() => null);
      if (answer?.status !== 202) return;
      expect(answer.headers.get('x-botscope-dropped')).toBeNull();
      isKnown = true;
      queue.splice(0, e.length);
      acknowledged += e.length;
    },
  };
}

beforeAll(async () => {
  await copyEmptyStores(dataDir);
  telegram = await startSimulatedTelegram({ isLocal: true });
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  env = {
    ...{ ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'fatal' },
    TELEGRAM_API_ROOT: telegram.url,
  };
  const account = ['create-account', '--email', credentials.identity, '--password', credentials.password];
  execFileSync(process.execPath, [file('../features/admin/main.ts'), ...account], { env });
  await start();
  token = telegram.addBot({ username: 'shop_bot' }).token;
  const connection = { connection_type: 'auto', delivery_method: 'getUpdates', delivery_method_send: 'proxy' };
  const { bot } = await call<{ bot: { key: string } }>('POST', '/bots', { bot_name: 'shop_bot', token, ...connection });
  app = await call<MiniApp>('POST', `/bots/${bot.key}/mini-apps`, { system_name: 'shop', origins: [] });
}, 120_000);
afterAll(async () => {
  server.kill('SIGKILL');
  await telegram.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

it('hits that were acknowledged are there after every kill, once, and their users stay proven', async () => {
  const pages = Array.from({ length: 12 }, (_, index) => openPage(1_000 + index));
  for (let round = 0; round < byRunLength({ regular: 2, long: 3 }); round += 1) {
    let isOver = false;
    const reporting = pages.map(async (page) => {
      while (!isOver) {
        // A user may report 200 at once: a page whose server is away does not go on adding.
        if (page.isEmpty()) page.add('view');
        await page.flush();
        await wait(5);
      }
    });
    const before = acknowledged;
    while (acknowledged < before + 150) await wait(5);
    // The traffic process, and with it the one behind it.
    server.kill('SIGKILL');
    await once(server, 'exit');
    isOver = true;
    await Promise.all(reporting);
    await start();
  }
  for (const page of pages) {
    while (!page.isEmpty()) {
      await page.flush();
      await wait(5);
    }
  }
  expect(acknowledged).toBe(sentHits);

  const { bot_key: key, app_id } = app;
  // Until the engine has what is in the spool.
  await expect
    .poll(() => call<MiniAppNumbers>('GET', `/bots/${key}/mini-apps/${app_id}/numbers`), { timeout: 30_000 })
    .toMatchObject({ hits: sentHits, proven_hits: sentHits, launches: 12, proven_launches: 12, reloads: 0, users: 12 });
  const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const period = `${formatDay(Date.now() - 86_400_000)}..${formatDay(Date.now())}`;
  const { lines } = await call<{ lines: { total: number }[] }>('GET', `/reports/${key}/new_users?period=${period}`);
  expect(lines[0]?.total).toBe(12);
}, 240_000);
