import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@botscope/testkit/throwaway.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts } from '../features/accounts/accounts.ts';
import { createBots } from '../features/bots/bots.ts';
import { lockDirectory } from '../platform/data-dir/directory-lock.ts';
import { openMetadata } from '../platform/metadata/open-metadata.ts';
import { copyEmptyStores } from './test-data-directory.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'botscope-directory-'));
const day = '2026-03-02';
const secret = 's'.repeat(32);
const children: ChildProcess[] = [];
let port = 0;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  await copyEmptyStores(dataDir);
  port = await freePort();
  env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    APP_SECRET: secret,
  };
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** A server in a process of its own, under an ordinary umask. */
function launch(extraEnv: NodeJS.ProcessEnv = {}): ChildProcess {
  const command = `umask 022; exec "${process.execPath}" "${file('../main.ts')}"`;
  const child = spawn('sh', ['-c', command], { env: { ...env, ...extraEnv }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout?.resume();
  children.push(child);
  return child;
}

async function start(): Promise<ChildProcess> {
  const child = launch();
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${text}`);
    await wait(50);
  }
  return child;
}

/** Returns the output of a second process, and its exit code. */
async function runSecondProcess(extraEnv: NodeJS.ProcessEnv): Promise<{ code: unknown; text: string }> {
  const child = launch(extraEnv);
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  const [code] = await once(child, 'exit');
  return { code, text };
}

const listEntries = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return [path, ...(entry.isDirectory() ? listEntries(path) : [])];
  });
const oldFile = join(dataDir, 'old', 'list.csv');

/** Recreates the files of an earlier version: everything readable for everyone on the machine. */
function leaveOpen(): void {
  mkdirSync(dirname(oldFile), { recursive: true });
  writeFileSync(oldFile, 'id\n1\n');
  for (const path of [dataDir, ...listEntries(dataDir)]) {
    const stat = lstatSync(path);
    if (!stat.isSymbolicLink()) chmodSync(path, stat.isDirectory() ? 0o755 : 0o644);
  }
}

/** Returns the paths that are not for their user alone, with their mode. */
const findOpen = (): string[] =>
  [dataDir, ...listEntries(dataDir)].flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // Links have no mode of their own.
    const isOpen =
      stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
    return isOpen ? [`${path} ${(stat.mode & 0o777).toString(8)}`] : [];
  });

describe('the data directory of a running server', () => {
  let apiKey = '';
  let botKey = '';
  let next = 1;
  const push = async (): Promise<void> => {
    const update = {
      update_id: next,
      message: {
        message_id: next,
        date: Date.parse(`${day}T12:00:00Z`) / 1_000,
        from: { id: next, is_bot: false, first_name: 'P' },
        chat: { id: next, type: 'private' },
        text: 'hello',
      },
    };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/send-batch-update`, {
      method: 'POST',
      headers: { 'Api-Key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify([{ date: `${day}T12:00:00.000Z`, update }]),
    });
    expect(answer.status).toBe(200);
    next += 1;
  };
  const visitors = async (): Promise<number> => {
    const entered = await fetch(`http://127.0.0.1:${port}/api/user/sign-in/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity: 'owner@example.com', password: 'long enough' }),
    });
    const cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const url = `http://127.0.0.1:${port}/api/reports/${botKey}/visitors?period=${day}..${day}`;
    const { data } = (await (await fetch(url, { headers: { cookie } })).json()) as {
      data: { lines: { total: number }[] };
    };
    return data.lines[0]?.total ?? 0;
  };

  beforeAll(async () => {
    const logger = pino({ level: 'silent' });
    const metadata = await openMetadata({ dataDir, logger });
    const parts = { metadata, secret, logger };
    const mailer = { delivery: 'smtp', send: async () => undefined, close: () => undefined } as const;
    const publicUrl = 'http://localhost';
    const accounts = createAccounts({ ...parts, mailer, publicUrl, sessionIdleHours: 336 });
    const { key } = await accounts.createAccount({ email: 'owner@example.com', password: 'long enough' });
    const bots = createBots(parts);
    const creation = await bots.add(key, 'one_bot');
    apiKey = creation.apiKey;
    botKey = creation.bot.key;
    await bots.close();
    await metadata.close();
  });

  it('is waited for where an admin command has it for a moment, and commands wait for a server that starts', async () => {
    const release = lockDirectory(dataDir, 'metadata');
    const server = launch({ LOG_LEVEL: 'info' });
    let logText = '';
    server.stdout?.on('data', (chunk) => {
      logText += String(chunk);
    });
    // The server has its own lock and waits for that of the store.
    await expect.poll(() => logText).toContain('waiting until it ends');
    const command = spawn(process.execPath, [file('../features/admin/main.ts'), 'list'], { env: { ...env } });
    children.push(command);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      command[name].on('data', (chunk) => {
        output[name] += String(chunk);
      });
    }
    await expect.poll(() => output.stderr).toBe('The server on this data directory is starting: waiting for it.\n');
    expect([server.exitCode, command.exitCode]).toEqual([null, null]);
    release();
    const [code] = await once(command, 'exit');
    expect({ code, accounts: JSON.parse(output.stdout).accounts.length }).toEqual({ code: 0, accounts: 1 });
    expect(logText.match(/waiting until it ends/g)).toHaveLength(1);
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  }, 240_000);

  it('belongs to one process, whatever the roles and engines of the second; kill -9 frees it at once', async () => {
    const first = await start();
    const servers = { CLICKHOUSE_URL: 'http://127.0.0.1:9/none', DATABASE_URL: 'postgres://127.0.0.1:9/none' };
    const seconds = [{}, { ROLES: 'ingest' }, { ROLES: 'api', ...servers }, { ROLES: 'worker', ...servers }];
    let isOver = false;
    const attempts = Promise.all(seconds.map((second) => runSecondProcess({ PORT: '0', ...second }))).finally(() => {
      isOver = true;
    });
    // Acknowledged while they try, and after.
    while (!isOver) await Promise.all([push(), wait(100)]);
    await push();
    const text = `The data directory ${dataDir} is in use by another process: stop that one, or give this one a DATA_DIR of its own.\n`;
    expect(await attempts).toEqual(seconds.map(() => ({ code: 1, text })));
    // On a busy machine a report is answered before everything is inserted.
    await expect.poll(visitors, { interval: 500 }).toBe(next - 1);

    await push();
    first.kill('SIGKILL');
    await once(first, 'exit');
    leaveOpen();
    const restartedServer = await start();
    await push();
    await expect.poll(visitors, { interval: 500 }).toBe(next - 1);
    expect(findOpen()).toEqual([]);
    expect(listEntries(dataDir)).toEqual(
      expect.arrayContaining([join(dataDir, 'events'), join(dataDir, 'metadata', 'PG_VERSION'), oldFile]),
    );
    restartedServer.kill('SIGTERM');
    await once(restartedServer, 'exit');
    // Two servers and four that try: 20 s, and much longer on a machine that others use too.
  }, 240_000);
});
