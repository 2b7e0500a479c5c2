import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyEmptyStores } from './test-data-directory.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const day = '2026-03-02';

/** The product in a process of its own, which a test may kill. */
describe('a server that is stopped under load', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-crash-'));
  let port = 0;
  let env: Record<string, string | undefined>;
  let apiKey = '';
  let botKey = '';
  let cookie = '';
  let nextId = 1;
  let server: ChildProcess | undefined;
  const acknowledged = new Set<number>();
  const sentIds = new Set<number>();

  const admin = (...args: string[]): Record<string, string> =>
    JSON.parse(execFileSync(process.execPath, [file('../features/admin/main.ts'), ...args], { env, encoding: 'utf8' }));
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [file('../main.ts')], { env, stdio: 'ignore' });
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error('the server did not start');
      await wait(50);
    }
    return child;
  };
  /** Each update is one message of one user, so a loss shows in the users and a copy in the messages. */
  const pushUntil = async (isStopped: () => boolean): Promise<void> => {
    while (!isStopped()) {
      const ids = Array.from({ length: 20 }, () => nextId++);
      for (const id of ids) sentIds.add(id);
      const answer = await fetch(`http://127.0.0.1:${port}/v1/send-batch-update`, {
        method: 'POST',
        headers: { 'Api-Key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(ids.map((id) => ({ date: `${day}T12:00:00.000Z`, update: message(id) }))),
      }).catch(() => null);
      if (answer?.status === 200) for (const id of ids) acknowledged.add(id);
    }
  };
  const total = async (report: string): Promise<number> => {
    const url = `http://127.0.0.1:${port}/api/reports/${botKey}/${report}?period=${day}..${day}`;
    const { data } = (await (await fetch(url, { headers: { cookie } })).json()) as {
      data: { lines: { total: number }[] };
    };
    return data.lines.reduce((sum, line) => sum + line.total, 0);
  };

  beforeAll(async () => {
    await copyEmptyStores(dataDir);
    port = await freePort();
    env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'fatal' };
    admin('create-account', '--email', 'owner@example.com', '--password', 'long enough');
    ({ key: botKey = '', api_key: apiKey = '' } = admin(
      'create-bot',
      '--account',
      'owner@example.com',
      '--name',
      'crash_bot',
    ));
  });
  afterAll(async () => {
    if (server) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  it.each(
    byRunLength<NodeJS.Signals[]>({
      regular: ['SIGKILL', 'SIGTERM'],
      long: ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGKILL'],
    }),
  )(
    'loses and doubles nothing it acknowledged: %s',
    async (signal) => {
      const loadedServer = server ?? (await start());
      const before = acknowledged.size;
      let hasStopped = false;
      const pushing = [1, 2, 3, 4].map(() => pushUntil(() => hasStopped));
      while (acknowledged.size < before + 400) await wait(5);
      loadedServer.kill(signal);
      await once(loadedServer, 'exit');
      hasStopped = true;
      await Promise.all(pushing);
      if (signal === 'SIGTERM') expect(loadedServer.exitCode).toBe(0);

      server = await start();
      const signIn = await fetch(`http://127.0.0.1:${port}/api/user/sign-in/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identity: 'owner@example.com', password: 'long enough' }),
      });
      cookie = signIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const [users, messages] = [await total('new_users'), await total('messages_from_user')];
      expect(messages).toBe(users);
      expect(users).toBeGreaterThanOrEqual(acknowledged.size);
      expect(users).toBeLessThanOrEqual(sentIds.size);
    },
    120_000,
  );
});

function message(id: number) {
  const from = { id: 1_000_000 + id, is_bot: false, first_name: `User ${id}` };
  const chat = { id: from.id, type: 'private', first_name: from.first_name };
  return {
    update_id: id,
    message: { message_id: 1, date: Date.parse(`${day}T12:00:00Z`) / 1_000, from, chat, text: 'hello' },
  };
}
