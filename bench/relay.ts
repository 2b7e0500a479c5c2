import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { simulatePopulation } from '@botscope/server/simulation/population.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { type BenchServer, startBenchServer } from './load/bench-server.ts';
import { postBytes } from './load/connection.ts';
import { runPacedLoad } from './load/paced-load.ts';
import { type LoadResult, runLoad } from './load/run-load.ts';

/**
 * Measures what the webhook relay adds between Telegram and a bot, recording included. The baseline is the same load on
 * the bot itself. A last run has the event store's engine stopped in the middle of its work.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, rate: { type: 'string', default: '3000' } },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);

const directory = mkdtempSync(join(tmpdir(), 'botscope-bench-relay-'));
const children: ChildProcess[] = [];
/** Starts a script and waits for the port that it prints. */
async function start(path: string, ...args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, port: Number.parseInt(output, 10) };
}

const users = simulatePopulation({ seed: 'relay', from: '2026-01-01T00:00:00Z', usersPerDay: 2_000 });
let path = '/';
let secret: Record<string, string> = {};
const makeRequests = (count: number): Buffer[] =>
  Array.from({ length: count }, () => {
    const { value, done } = users.next();
    if (done) throw new Error('the population has ended');
    return postBytes(path, secret, JSON.stringify(value.update));
  });
/** Each is sent once, in turn. */
function sender(count: number): () => Buffer {
  const requests = makeRequests(count);
  let index = 0;
  return () => requests[index++ % requests.length] as Buffer;
}

/** Connects the bot by hand: its own webhook here, ours to be given to Telegram. */
async function connect(server: BenchServer, webhook: string): Promise<void> {
  const origin = `http://127.0.0.1:${server.port}`;
  let cookie = '';
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    cookie =
      answer.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ') || cookie;
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  await call('POST', '/user/sign-in/login', { identity: 'bench@example.com', password: 'bench bench bench' });
  const connection = { connection_type: 'manual', delivery_method: 'webhook', webhook, riskOk: true };
  const { hook_url } = await call('POST', `/bots/${server.botKey}/connection`, connection);
  path = new URL(String(hook_url)).pathname;
  // The owner's own secret, passed on to the bot.
  secret = { 'x-telegram-bot-api-secret-token': 'its-secret' };
}

function show(name: string, result: LoadResult): LoadResult {
  const perSecond = Math.round(result.requests / result.seconds).toLocaleString('en');
  const times = `p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms`;
  console.log(`  ${name.padEnd(34)} ${perSecond.padStart(7)} updates/s, ${times}, failures ${result.failures}`);
  return result;
}
const paced = async (name: string, port: number): Promise<LoadResult> =>
  show(name, await runPacedLoad({ port, rate, seconds, next: sender(rate * seconds) }));
const flatOut = async (name: string, port: number): Promise<LoadResult> =>
  show(name, await runLoad({ port, connections: 40, seconds, next: sender(8_000 * seconds) }));

let server: BenchServer | null = null;
try {
  const bot = await start('load/trivial-bot.ts');
  const engine = await start('../server/src/events/store/fixtures/clickhouse-http.ts', join(directory, 'engine'));
  const url = `http://127.0.0.1:${engine.port}`;
  server = await startBenchServer(await freePort(), { CLICKHOUSE_URL: url, ALLOW_PRIVATE_WEBHOOKS: '1' });
  await connect(server, `http://127.0.0.1:${bot.port}/`);
  const relay = server;
  await runPacedLoad({ port: relay.port, rate: 1_000, seconds: 3, next: sender(3_000) });

  console.log(`as fast as 40 connections go, ${seconds} s each`);
  await flatOut('bot directly', bot.port);
  await flatOut('through the relay', relay.port);
  await wait(2_000);
  console.log(`${rate} updates/s, ${seconds} s each`);
  const direct = await paced('bot directly', bot.port);
  const relayed = await paced('through the relay', relay.port);
  engine.child.kill('SIGSTOP');
  await wait(500);
  const stalled = await paced('through the relay, engine stopped', relay.port);
  engine.child.kill('SIGCONT');
  console.log(
    `  added: p50 ${(relayed.p50 - direct.p50).toFixed(2)} ms, p99 ${(relayed.p99 - direct.p99).toFixed(2)} ms; engine stopped: p99 ${(stalled.p99 - direct.p99).toFixed(2)} ms`,
  );
} finally {
  await server?.stop();
  for (const child of children.reverse()) {
    child.kill('SIGTERM');
    child.stdin?.end();
    await Promise.race([once(child, 'exit'), wait(5_000)]);
    child.kill('SIGKILL');
  }
  rmSync(directory, { recursive: true, force: true });
}
