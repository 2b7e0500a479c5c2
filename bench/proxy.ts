import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { postBytes } from './load/connection.ts';
import { startLongPolls } from './load/long-polls.ts';
import { findNginx, startNginx } from './load/nginx.ts';
import { runPacedLoad } from './load/paced-load.ts';
import { type LoadResult, runLoad } from './load/run-load.ts';
import { upload } from './load/upload.ts';
import { pin, processorTime, readMemory } from './load/world.ts';

/**
 * Measures the proxy, recording included, against nginx's proxy_pass in front of the same Telegram that does nothing.
 * Proxy and nginx have one core, everything else (that Telegram, the load, the engine of the event store) the other.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rate: { type: 'string', default: '2000' },
    polls: { type: 'string', default: '2000' },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const polls = Number(values.polls);
const connectionCount = 50;
const uploadBytes = 52_428_800;

const directory = mkdtempSync(join(tmpdir(), 'botscope-bench-proxy-'));
const children: ChildProcess[] = [];

/** Starts a script and waits for the port that it prints. */
async function start(path: string, core: number, ...args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
  pin(child.pid ?? 0, core);
  return { child, port: Number.parseInt(output, 10) };
}
/** MB. */
const memory = (pid: number): number => readMemory(pid) / 1_048_576;

const token = (bot: number): string => `${100_000_000 + bot}:${'A'.repeat(35)}`;
const text = 'Hello, here is your order number 12345. Thank you for buying with us!';
let message = 0;
/** Each call is one of its own, of one of fifty bots. */
const sendMessage = (): Buffer => {
  message += 1;
  const body = JSON.stringify({ chat_id: 10_000 + (message % 5_000), text: `${text} ${message}`, parse_mode: 'HTML' });
  return postBytes(`/bot${token(message % connectionCount)}/sendMessage`, {}, body);
};
/** Each connection is a bot, so that no bot polls twice at once. */
let poll = 0;
const getUpdates = (): Buffer => {
  poll += 1;
  return postBytes(
    `/bot${token(poll % 5_000)}/getUpdates`,
    {},
    JSON.stringify({ offset: poll, limit: 100, timeout: 0 }),
  );
};

async function measured(name: string, pids: readonly number[], load: Promise<LoadResult>): Promise<LoadResult> {
  const before = processorTime(pids);
  const result = show(name, await load);
  const each = ((processorTime(pids) - before) * 1_000_000) / result.requests;
  console.log(`  ${''.padEnd(26)} ${each.toFixed(1)} µs of processor time each`);
  return result;
}
function show(name: string, result: LoadResult): LoadResult {
  const perSecond = Math.round(result.requests / result.seconds).toLocaleString('en');
  const times = `p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms`;
  console.log(`  ${name.padEnd(26)} ${perSecond.padStart(7)}/s, ${times}, failures ${result.failures}`);
  return result;
}
const ratio = (one: number, other: number): string => `${Math.round((100 * one) / other)} %`;

const isPinned = pin(process.pid, 1);
try {
  const telegram = await start('load/trivial-telegram.ts', 1);
  const engine = await start('../server/src/events/store/fixtures/clickhouse-http.ts', 1, join(directory, 'engine'));
  // It shares its core with the load and that Telegram, and would hold them up: nginx's calls are not recorded.
  for (const thread of readdirSync(`/proc/${engine.child.pid}/task`)) setPriority(Number(thread), 19);
  const proxy = await start(
    'load/proxy-server.ts',
    0,
    directory,
    `http://127.0.0.1:${telegram.port}`,
    `http://127.0.0.1:${engine.port}`,
  );
  const proxyPid = proxy.child.pid ?? 0;
  console.log(isPinned ? '  one core for the proxy, one for the rest' : '  all on the same cores: ratios only hint');
  const path = findNginx(directory);
  const nginxPort = await freePort();
  let nginxPids: number[] = [];
  if (path === null) console.log('  no nginx to be had here: no baseline');
  else {
    const nginx = await startNginx(path, directory, nginxPort, telegram.port);
    children.push(nginx);
    const workers = execFileSync('pgrep', ['-P', String(nginx.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    nginxPids = [nginx.pid ?? 0, ...workers.map(Number)];
    for (const pid of nginxPids) pin(pid, 0);
  }

  for (const [name, next] of [['sendMessage', sendMessage] as const, ['getUpdates, timeout 0', getUpdates] as const]) {
    const flatOut = (port: number) => runLoad({ port, connections: connectionCount, seconds, next });
    await runLoad({ port: proxy.port, connections: connectionCount, seconds: 2, next });
    console.log(`${name}, as fast as ${connectionCount} connections go, ${seconds} s each`);
    show('Telegram directly', await flatOut(telegram.port));
    const baseline = path === null ? null : await measured('through nginx', nginxPids, flatOut(nginxPort));
    const ours = await measured('through the proxy', [proxyPid], flatOut(proxy.port));
    if (baseline)
      console.log(`  ${ratio(ours.requests / ours.seconds, baseline.requests / baseline.seconds)} of nginx`);
    await wait(3_000);
    const paced = (port: number) => runPacedLoad({ port, rate, seconds, connections: connectionCount, next });
    console.log(`${name}, ${rate}/s on ${connectionCount} connections`);
    const direct = show('Telegram directly', await paced(telegram.port));
    if (path !== null) show('through nginx', await paced(nginxPort));
    const passed = show('through the proxy', await paced(proxy.port));
    console.log(
      `  added: p50 ${(passed.p50 - direct.p50).toFixed(2)} ms, p99 ${(passed.p99 - direct.p99).toFixed(2)} ms`,
    );
  }

  console.log('uploads of 50 MB, one after another');
  const uploadPath = `/bot${token(0)}/sendDocument`;
  const measureUploads = async (port: number): Promise<number> => {
    await upload(port, uploadPath, uploadBytes);
    let elapsedSeconds = 0;
    for (let count = 0; count < 8; count++) elapsedSeconds += await upload(port, uploadPath, uploadBytes);
    return (8 * uploadBytes) / 1_048_576 / elapsedSeconds;
  };
  const speeds = { nginx: path === null ? 0 : await measureUploads(nginxPort), proxy: 0 };
  const before = memory(proxyPid);
  let peakMemory = before;
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, memory(proxyPid));
  }, 20);
  speeds.proxy = await measureUploads(proxy.port);
  clearInterval(watch);
  if (path !== null) console.log(`  through nginx ${Math.round(speeds.nginx)} MB/s`);
  console.log(
    `  through the proxy ${Math.round(speeds.proxy)} MB/s${path === null ? '' : ` (${ratio(speeds.proxy, speeds.nginx)} of nginx)`}, memory grew by ${(peakMemory - before).toFixed(0)} MB`,
  );

  console.log(`${polls} bots that poll`);
  const countWaitingPolls = async (): Promise<number> => {
    const answer = (await (await fetch(`http://127.0.0.1:${telegram.port}/waiting`)).json()) as { waiting: number };
    return answer.waiting;
  };
  const untilWaiting = async (): Promise<void> => {
    for (const end = Date.now() + 40_000; Date.now() < end && (await countWaitingPolls()) < polls; ) await wait(50);
    if ((await countWaitingPolls()) < polls)
      throw new Error(`only ${await countWaitingPolls()} polls reached Telegram`);
  };
  const idle = memory(proxyPid);
  const bots = startLongPolls(proxy.port, polls);
  await untilWaiting();
  await wait(2_000);
  console.log(`  memory added ${(memory(proxyPid) - idle).toFixed(0)} MB`);
  for (let round = 1; round <= 3; round++) {
    const startedAt = performance.now();
    await fetch(`http://127.0.0.1:${telegram.port}/wake`);
    for (const end = Date.now() + 20_000; Date.now() < end && bots.woken < round * polls; ) await wait(20);
    const missed = round * polls - bots.woken;
    console.log(`  all woken at once: ${missed} missed, the last after ${(bots.lastAt - startedAt).toFixed(0)} ms`);
    await untilWaiting();
  }
  console.log(`  memory added ${(memory(proxyPid) - idle).toFixed(0)} MB`);
  bots.close();
} finally {
  for (const child of children.reverse()) {
    child.kill('SIGTERM');
    child.stdin?.end();
    await Promise.race([once(child, 'exit'), wait(5_000)]);
    child.kill('SIGKILL');
  }
  rmSync(directory, { recursive: true, force: true });
}
