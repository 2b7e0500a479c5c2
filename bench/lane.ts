import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { startBenchServer } from './load/bench-server.ts';
import { postBytes } from './load/connection.ts';
import { findNginx, startNginx } from './load/nginx.ts';
import { type Owner, signIn } from './load/owner.ts';
import { runPacedLoad } from './load/paced-load.ts';
import { type LoadResult, runLoad } from './load/run-load.ts';
import { createUpdateSource } from './load/take-updates.ts';
import { upload } from './load/upload.ts';
import { asWorld, endAll, pinFirstThread, processorTime, readMemory, startScript } from './load/world.ts';

/**
 * Measures the product as a bot feels it: calls, polls, uploads and webhooks, beside nginx's proxy_pass in the same
 * run, first quiet and then while the product is as busy as its owners can make it. The traffic process and nginx have
 * the first core; Telegram, the bot and the load stand for other machines: they have the second one, before all others.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    calls: { type: 'string', default: '2000' },
    updates: { type: 'string', default: '3000' },
    history: { type: 'string', default: '300000' },
  },
});
const seconds = Number(values.seconds);
const callRate = Number(values.calls);
const updateRate = Number(values.updates);
/** A quarter of what one process must take one by one. */
const pushRate = 1_000;
const botCount = 50;
const uploadBytes = 52_428_800;
const mebibyte = 1_048_576;

const directory = mkdtempSync(join(tmpdir(), 'botscope-bench-lane-'));
const children: ChildProcess[] = [];

const botToken = (bot: number): string => `${100_000_000 + bot}:${'A'.repeat(35)}`;
const text = 'Hello, here is your order number 12345. Thank you for buying with us!';
let sentCount = 0;
/** Each call is one of its own, of one of fifty bots. */
function sendMessage(): Buffer {
  sentCount += 1;
  const body = JSON.stringify({
    chat_id: 10_000 + (sentCount % 5_000),
    text: `${text} ${sentCount}`,
    parse_mode: 'HTML',
  });
  return postBytes(`/bot${botToken(sentCount % botCount)}/sendMessage`, {}, body);
}
let polled = 0;
function getUpdates(): Buffer {
  polled += 1;
  const body = JSON.stringify({ offset: polled, limit: 100, timeout: 0 });
  return postBytes(`/bot${botToken(polled % botCount)}/getUpdates`, {}, body);
}

const takeUpdates = createUpdateSource('lane', '2026-08-01T00:00:00Z');
let hook = '/';
function updates(count: number): () => Buffer {
  // The owner's own secret, passed on to the bot.
  const secret = { 'x-telegram-bot-api-secret-token': 'its-secret' };
  const requests = takeUpdates(count).map(({ update }) => postBytes(hook, secret, JSON.stringify(update)));
  let index = 0;
  return () => requests[index++ % requests.length] as Buffer;
}

function pushes(apiKey: string): (count: number) => () => Buffer {
  return (count) => {
    const requests = takeUpdates(count).map(({ update }) =>
      postBytes('/v1/send-update', { 'api-key': apiKey }, JSON.stringify(update)),
    );
    let index = 0;
    return () => requests[index++ % requests.length] as Buffer;
  };
}

async function connectBots(owner: Owner, botKey: string, webhook: string): Promise<void> {
  for (let bot = 0; bot < botCount; bot += 1) {
    const connection = { connection_type: 'auto', delivery_method: 'getUpdates', delivery_method_send: 'proxy' };
    await owner.call('POST', '/bots', {
      bot_name: `bot_${100_000_000 + bot}_bot`,
      token: botToken(bot),
      ...connection,
    });
  }
  const connection = { connection_type: 'manual', delivery_method: 'webhook', webhook, riskOk: true };
  const { hook_url } = await owner.call('POST', `/bots/${botKey}/connection`, connection);
  hook = new URL(String(hook_url)).pathname;
}

function line(name: string, result: LoadResult, suffix = ''): LoadResult {
  const perSecond = Math.round(result.requests / result.seconds).toLocaleString('en');
  const times = `p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms`;
  const failures = result.failures === 0 ? '' : `, FAILURES ${result.failures}`;
  console.log(`    ${name.padEnd(22)} ${perSecond.padStart(7)}/s, ${times}${failures}${suffix}`);
  return result;
}
const ratio = (one: number, other: number): string => `${Math.round((100 * one) / other)} %`;

/** One row as fast as fifty connections go, then at a fixed rate. `ports`: the targets by name. */
async function row(
  name: string,
  rate: number,
  pids: Record<string, number[]>,
  ports: Record<string, number>,
  next: (count: number) => () => Buffer,
): Promise<void> {
  console.log(`  ${name}`);
  const perSecond: Record<string, number> = {};
  for (const [target, port] of Object.entries(ports)) {
    const before = processorTime(pids[target] ?? []);
    const send = next(12_000 * seconds);
    const result = await runLoad({ port, connections: botCount, seconds, next: send });
    const each = ((processorTime(pids[target] ?? []) - before) * 1e6) / result.requests;
    line(target, result, each === 0 ? '' : `, ${each.toFixed(0)} µs each`);
    perSecond[target] = result.requests / result.seconds;
  }
  if (perSecond.nginx && perSecond.botscope) console.log(`    ${ratio(perSecond.botscope, perSecond.nginx)} of nginx`);
  const paced: Record<string, LoadResult> = {};
  for (const [target, port] of Object.entries(ports)) {
    await wait(1_000);
    const send = next(rate * seconds);
    paced[target] = line(
      `${target}, ${rate}/s`,
      await runPacedLoad({ port, rate, seconds, connections: botCount, next: send }),
    );
  }
  const { directly, botscope } = paced;
  if (directly && botscope) {
    const formatDifference = (one: 'p50' | 'p99') => (botscope[one] - directly[one]).toFixed(2);
    console.log(`    added: p50 ${formatDifference('p50')} ms, p99 ${formatDifference('p99')} ms`);
  }
}

async function uploads(ports: Record<string, number>): Promise<void> {
  console.log('  uploads of 50 MB, one after another');
  for (const [target, port] of Object.entries(ports)) {
    const path = `/bot${botToken(0)}/sendDocument`;
    await upload(port, path, uploadBytes);
    let uploadSeconds = 0;
    for (let count = 0; count < 6; count += 1) uploadSeconds += await upload(port, path, uploadBytes);
    console.log(`    ${target.padEnd(22)} ${Math.round((6 * uploadBytes) / mebibyte / uploadSeconds)} MB/s`);
  }
}

try {
  const telegram = await startScript(children, 'trivial-telegram.ts');
  const bot = await startScript(children, 'trivial-bot.ts');
  for (const { child } of [telegram, bot]) asWorld(child.pid ?? 0);
  const server = await startBenchServer(await freePort(), {
    TELEGRAM_API_ROOT: `http://127.0.0.1:${telegram.port}`,
    ALLOW_PRIVATE_WEBHOOKS: '1',
  });
  try {
    const owner = await signIn(server);
    await connectBots(owner, server.botKey, `http://127.0.0.1:${bot.port}/`);
    console.log('  a history is made …');
    const history = Number(values.history);
    for (let pushedCount = 0; pushedCount < history; pushedCount += 500) {
      const headers = { 'api-key': server.apiKey, 'content-type': 'application/json' };
      const address = `http://127.0.0.1:${server.port}/v1/send-batch-update`;
      const body = JSON.stringify(takeUpdates(Math.min(500, history - pushedCount)));
      const answer = await fetch(address, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`a push: ${answer.status}`);
      await answer.arrayBuffer();
    }
    await wait(3_000);
    const nginxPort = await freePort();
    const path = findNginx(directory);
    const nginxPids: number[] = [];
    if (path !== null) {
      const nginx = await startNginx(path, directory, nginxPort, telegram.port);
      children.push(nginx);
      const workers = execFileSync('pgrep', ['-P', String(nginx.pid)], { encoding: 'utf8' });
      nginxPids.push(nginx.pid ?? 0, ...workers.trim().split('\n').map(Number));
    }
    for (const pid of [...nginxPids, server.pid]) pinFirstThread(pid, 0);
    asWorld(process.pid);

    const pids = { nginx: nginxPids, botscope: [server.pid] };
    const nginx: Record<string, number> = path === null ? {} : { nginx: nginxPort };
    const calls = { directly: telegram.port, ...nginx, botscope: server.port };
    const measure = async (): Promise<void> => {
      await row('sendMessage', callRate, pids, calls, () => sendMessage);
      await row('getUpdates, timeout 0', callRate, pids, calls, () => getUpdates);
      await row('webhook', updateRate, pids, { directly: bot.port, botscope: server.port }, updates);
      await row('push, one by one', pushRate, pids, { botscope: server.port }, pushes(server.apiKey));
      await uploads({ ...nginx, botscope: server.port });
      const delay = await server.metric('botscope_traffic_event_loop_delay_p99_seconds');
      console.log(
        `  event loop of the traffic process: delay p99 ${(delay * 1_000).toFixed(1)} ms; its memory ${Math.round(readMemory(server.pid) / mebibyte)} MB of ${Math.round(server.memory() / mebibyte)} MB`,
      );
    };
    console.log('quiet');
    await measure();
    const { child: busyChild } = await startScript(
      children,
      'busy.ts',
      String(server.port),
      server.botKey,
      server.apiKey,
    );
    console.log('while reports, exports, uploads and pushes run');
    await measure();
    busyChild.stdin?.end();
    const [summary] = await once(busyChild.stdout ?? busyChild, 'data');
    process.stdout.write(String(summary));
  } finally {
    await server.stop();
  }
} finally {
  await endAll(children);
  rmSync(directory, { recursive: true, force: true });
}
