import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyEmptyStores } from './test-data-directory.ts';
import { askPipelined } from './test-pipeline.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let dataDir: string;
let port: number;
let server: ChildProcess | undefined;
let errors: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'botscope-traffic-'));
  await copyEmptyStores(dataDir);
  port = await freePort();
  errors = '';
});
afterEach(async () => {
  if (server !== undefined && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

function start(extraEnv: Record<string, string> = {}, script: readonly string[] = [main]): ChildProcess {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'fatal',
  };
  const child = spawn(process.execPath, script, { env: { ...env, ...extraEnv }, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  server = child;
  return child;
}
const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
const fetchStatus = (path: string): Promise<number> =>
  ask(path).then(
    ({ status }) => status,
    () => 0,
  );
async function untilStatus(path: string, status: number): Promise<void> {
  while ((await fetchStatus(path)) !== status) await wait(20);
}
const listChildren = ({ pid }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('an app process that dies is started again behind the open port, and ends with the traffic process', async () => {
  const traffic = start();
  await untilStatus('/readyz', 200);
  const [app = 0] = listChildren(traffic);
  process.kill(app, 'SIGKILL');
  await untilStatus('/readyz', 503);
  expect(await fetchStatus('/healthz')).toBe(200);
  // No request finds the port closed.
  const statuses = new Set<number>();
  for (let status = 503; status !== 200; status = await fetchStatus('/readyz')) {
    statuses.add(status);
    await wait(5);
  }
  expect([...statuses]).toEqual([503]);
  const [second = 0] = listChildren(traffic);
  expect(second).not.toBe(app);

  traffic.kill('SIGKILL');
  await once(traffic, 'exit');
  while (isAlive(second)) await wait(20);
  // The port and the data are free at once for the next one, which answers pipelined requests of every kind in order.
  const next = start();
  await untilStatus('/readyz', 200);
  const { alone, pipelined } = await askPipelined(`http://127.0.0.1:${port}`);
  expect(pipelined).toEqual(alone);
  expect(alone).toContain('/healthz 200 application/json');
  next.kill('SIGTERM');
  const [code] = await once(next, 'exit');
  expect(code).toBe(0);
  expect(errors).toBe('');
}, 240_000);

test('an app process that hangs: pages get 503 in seconds, and SIGTERM ends the server', async () => {
  const traffic = start();
  await untilStatus('/readyz', 200);
  const [app = 0] = listChildren(traffic);
  process.kill(app, 'SIGSTOP');
  const first = await ask('/readyz');
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await ask('/api/site/init')).status).toBe(503);
  expect(await fetchStatus('/healthz')).toBe(200);
  // It goes on as if nothing had been when it is let go on.
  process.kill(app, 'SIGCONT');
  await untilStatus('/readyz', 200);
  process.kill(app, 'SIGSTOP');
  traffic.kill('SIGTERM');
  const [code] = await once(traffic, 'exit');
  expect([code, isAlive(app)]).toEqual([0, false]);
}, 240_000);

test('an app process that cannot start says why, once, and the server ends with it', async () => {
  const failing = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', APP_SECRET: 'x'.repeat(32) });
  const [code] = await once(failing, 'exit');
  expect(code).toBe(1);
  expect(errors.split('ECONNREFUSED')).toHaveLength(2);
}, 300_000);

test('a process without the role ingest has no traffic process before it', async () => {
  const api = start({ ROLES: 'api,worker' });
  await untilStatus('/readyz', 200);
  expect(listChildren(api)).toEqual([]);
}, 300_000);

test('a request waits for the next start and is not refused if a service manager keeps the port open', async () => {
  const keeper = start({}, [fileURLToPath(new URL('./fixtures/port-keeper.ts', import.meta.url)), String(port), main]);
  await untilStatus('/readyz', 200);
  const [traffic = 0] = listChildren(keeper);
  process.kill(traffic, 'SIGKILL');
  while (isAlive(traffic)) await wait(5);
  expect(await fetchStatus('/healthz')).toBe(200);
  const [next = 0] = listChildren(keeper);
  expect(next).not.toBe(traffic);
  process.kill(next, 'SIGTERM');
  await once(keeper, 'exit');
}, 300_000);
