import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import type { EventStore } from './event-store.ts';
import { openEventStore } from './open-event-store.ts';
import { anEvent } from './test-event.ts';
import { freshBot, startServer } from './test-stores.ts';

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories)
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
function directory(): string {
  const temporaryDirectory = mkdtempSync(join(tmpdir(), 'botscope-durable-'));
  directories.push(temporaryDirectory);
  return temporaryDirectory;
}
const script = join(import.meta.dirname, 'fixtures', 'write-until-killed.ts');

/** Lets a process write until it is killed at a random moment; returns the ids that were acknowledged. */
async function writeAndKill(dataDir: string, bot: string, firstId: number, url?: string): Promise<number[]> {
  const child = spawn(process.execPath, [script, dataDir, bot, String(firstId), ...(url ? [url] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child.stdout, 'data');
  await wait(100 + Math.random() * 1500);
  child.kill('SIGKILL');
  await once(child, 'close');
  // The last line may be cut: what was not acknowledged is not promised.
  const ranges = output.slice(0, output.lastIndexOf('\n')).split('\n').slice(1);
  return ranges.flatMap((range) => {
    const [from = 0, to = 0] = range.split(' ').map(Number);
    return Array.from({ length: to - from }, (_, index) => from + index);
  });
}

async function expectExactlyOnce(store: EventStore, bot: string, acknowledged: number[]): Promise<void> {
  await store.flush();
  const rows = await store.query<{ id: number; copies: number }>({
    sql: 'SELECT toUInt32(id) AS id, count() AS copies FROM events FINAL WHERE bot = {bot:String} GROUP BY id',
    params: { bot },
  });
  expect(rows.filter((row) => row.copies !== 1)).toEqual([]);
  const storedIds = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
  const [users] = await store.query<{ users: number; expected: number }>({
    sql: `SELECT (SELECT count() FROM users FINAL WHERE bot = {bot:String}) AS users,
                 (SELECT uniqExact(user_id) FROM events FINAL WHERE bot = {bot:String}) AS expected`,
    params: { bot },
  });
  expect(users?.users).toBe(users?.expected);
}

const open = (dataDir: string, clickhouseUrl?: string) =>
  openEventStore({
    dataDir,
    clickhouseUrl,
    logger: pino({ level: 'silent' }),
    onRejected: () => undefined,
    retryMs: 100,
  });

it('has every acknowledged event once after kill -9 at random moments, embedded engine', async () => {
  const dataDir = directory();
  const bot = freshBot();
  let acknowledged: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    acknowledged = acknowledged.concat(await writeAndKill(dataDir, bot, round * 1_000_000));
  }
  expect(acknowledged.length).toBeGreaterThan(100);
  const store = await open(dataDir);
  await expectExactlyOnce(store, bot, acknowledged);
  await store.close();
}, 120_000);

it('has every acknowledged event once after kill -9 of either side, engine over HTTP', async () => {
  const dataDir = directory();
  const engineDirectory = directory();
  const bot = freshBot();
  let acknowledged: number[] = [];
  let server = await startServer(engineDirectory);
  acknowledged = acknowledged.concat(await writeAndKill(dataDir, bot, 0, server.url));
  // The engine dies under load: the writer goes on into the spool.
  setTimeout(() => server.child.kill('SIGKILL'), 1_000);
  acknowledged = acknowledged.concat(await writeAndKill(dataDir, bot, 1_000_000, server.url));
  server.child.kill('SIGKILL');
  // Nobody answers at all.
  acknowledged = acknowledged.concat(await writeAndKill(dataDir, bot, 2_000_000, server.url));
  expect(acknowledged.filter((id) => id >= 2_000_000).length).toBeGreaterThan(100);

  server = await startServer(engineDirectory);
  const store = await open(dataDir, server.url);
  await expectExactlyOnce(store, bot, acknowledged);
  await store.close();
  server.child.stdin?.end();
  await once(server.child, 'exit');
}, 120_000);

it('takes events while the server is down and carries them over, in order, when it is back', async () => {
  const dataDir = directory();
  const engineDirectory = directory();
  const bot = freshBot();
  const first = await startServer(engineDirectory);
  const port = new URL(first.url).port;
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const store = await open(dataDir, first.url);
  for (const id of [1, 2, 3]) await store.write([anEvent({ bot, id: String(id) })]);
  await expect
    .poll(() => store.health())
    .toMatchObject({
      ready: false,
      engine: 'server',
      spooledRows: 3,
      lastError: expect.stringMatching(/ECONNREFUSED/),
    });
  await expect(store.query({ sql: 'SELECT 1' })).rejects.toMatchObject({ code: 'StoreUnavailable' });

  const second = await startServer(engineDirectory, Number(port));
  await expect.poll(() => store.health(), { timeout: 20_000 }).toMatchObject({ ready: true, spooledRows: 0 });
  await expectExactlyOnce(store, bot, [1, 2, 3]);
  await store.close();
  second.child.stdin?.end();
  await once(second.child, 'exit');
}, 60_000);
