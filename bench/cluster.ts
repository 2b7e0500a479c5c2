import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, type Member, startCluster } from '../e2e/cluster/cluster.ts';
import { createOwner, type Owner } from '../e2e/cluster/owner.ts';
import { postBytes } from './load/connection.ts';
import { runPacedLoad } from './load/paced-load.ts';
import { type LoadResult, runLoad } from './load/run-load.ts';
import { takeUpdatesOf } from './load/take-updates.ts';
import { childrenOf, endAll, pin, processorTime, startScript } from './load/world.ts';

/**
 * What a second `ingest` process brings, and what a request costs that comes to a process which does not own its bot.
 * Each ingest process has a core of its own; stores, bot and load have what is left of both. On two cores the
 * throughput of two processes says how much was left; the processor time of one request says whether it grows with
 * their number.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, rate: { type: 'string', default: '500' } },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const batchSize = 100;
const pushConnections = 8;
const hookConnections = 40;
const botCount = 8;

const take = takeUpdatesOf('cluster', '2026-01-01T00:00:00Z');
const children: ChildProcess[] = [];

interface Row extends LoadResult {
  /** Processor time of all ingest processes for one request, microseconds. */
  each: number;
}

const portOf = ({ instance }: Member): number => Number(new URL(instance.url).port);
const pidsOf = (members: readonly Member[]): number[] =>
  members.flatMap(({ instance }) => [instance.pid(), ...childrenOf(instance.pid())]);

/** Adds up what ran side by side. */
function together(results: readonly LoadResult[], processor: number): Row {
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  return {
    requests,
    seconds: Math.max(...results.map((result) => result.seconds)),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    each: (processor * 1e6) / requests,
  };
}

function show(name: string, row: Row, perRequest = 1): number {
  const perSecond = (row.requests * perRequest) / row.seconds;
  const times = `p50 ${row.p50.toFixed(1)} ms, p99 ${row.p99.toFixed(1)} ms`;
  const each = `${(row.each / perRequest).toFixed(0)} µs each`;
  const failures = row.failures === 0 ? '' : `, FAILURES ${row.failures}`;
  console.log(
    `  ${name.padEnd(34)} ${Math.round(perSecond).toLocaleString('en').padStart(7)}/s, ${times}, ${each}${failures}`,
  );
  return perSecond;
}

/** As fast as it goes, the connections spread evenly over the processes. */
async function flatOut(members: readonly Member[], connections: number, next: (member: number) => () => Buffer) {
  const before = processorTime(pidsOf(members));
  const results = await Promise.all(
    members.map((member, index) =>
      runLoad({ port: portOf(member), connections: connections / members.length, seconds, next: next(index) }),
    ),
  );
  return together(results, processorTime(pidsOf(members)) - before);
}

const eachOf = (requests: readonly Buffer[]): (() => Buffer) => {
  let index = 0;
  return () => requests[index++ % requests.length] as Buffer;
};

async function connectHooks(owner: Owner, webhook: string): Promise<string[]> {
  const paths: string[] = [];
  for (let index = 0; index < botCount; index += 1) {
    const { bot } = await owner.ask<{ bot: { key: string } }>('POST', '/api/bots', {
      bot_name: `bench_${index}_bot`,
      connection_type: 'api',
    });
    const connection = { connection_type: 'manual', delivery_method: 'webhook', webhook, riskOk: true };
    const path = `/api/bots/${bot.key}/connection`;
    const { hook_url } = await owner.ask<{ hook_url: string }>('POST', path, connection);
    paths.push(new URL(hook_url).pathname);
  }
  return paths;
}

const hookRequests = (paths: readonly string[], count: number): Buffer[] =>
  take(count).map(({ update }, index) => {
    const secret = { 'x-telegram-bot-api-secret-token': 'its-secret' };
    return postBytes(paths[index % paths.length] ?? '/', secret, JSON.stringify(update));
  });

async function measure(cluster: Cluster, apiKey: string, paths: readonly string[]): Promise<Record<string, number>> {
  const members = cluster.running('ingest');
  const count = members.length === 1 ? 'one process' : 'two processes';
  const headers = { 'api-key': apiKey };
  const pushes = (): (() => Buffer) =>
    eachOf(
      Array.from({ length: 150 * seconds }, () =>
        postBytes('/v1/send-batch-update', headers, JSON.stringify(take(batchSize))),
      ),
    );
  const pushed = show(`pushes of ${batchSize}, ${count}`, await flatOut(members, pushConnections, pushes), batchSize);
  await wait(3_000);
  // Each process gets the webhooks of its own bots: the first request takes the lease.
  const shares = members.map((_, index) => paths.filter((_path, bot) => bot % members.length === index));
  const hooks = await flatOut(members, hookConnections, (index) =>
    eachOf(hookRequests(shares[index] ?? [], (6_000 * seconds) / members.length)),
  );
  return { pushed, hooked: show(`webhooks, ${count}`, hooks), pushEach: 0, hookEach: hooks.each };
}

/** The same webhooks at a fixed rate: at the process that owns their bots, and at the other one. */
async function handedOver(cluster: Cluster, paths: readonly string[]): Promise<void> {
  const members = cluster.running('ingest');
  const mine = paths.filter((_, bot) => bot % members.length === 0);
  const rows = [];
  for (const [index, member] of members.entries()) {
    const before = processorTime(pidsOf(members));
    const next = eachOf(hookRequests(mine, rate * seconds));
    const result = await runPacedLoad({ port: portOf(member), rate, seconds, connections: hookConnections, next });
    const row = together([result], processorTime(pidsOf(members)) - before);
    show(`webhooks, ${index === 0 ? 'at the owner' : 'handed over'}`, row);
    rows.push(row);
  }
  const [own, other] = rows;
  if (!own || !other) return;
  const added = (one: 'p50' | 'p99') => (other[one] - own[one]).toFixed(2);
  console.log(
    `  handing over adds p50 ${added('p50')} ms, p99 ${added('p99')} ms, ${(other.each - own.each).toFixed(0)} µs`,
  );
}

const cluster = await startCluster({ LOG_LEVEL: 'warn' });
try {
  await cluster.join('api', 'api,worker');
  const owner = await createOwner(cluster.url, cluster.appSecret);
  const bot = await startScript(children, 'trivial-bot.ts');
  const made = await owner.ask<{ api_key: string }>('POST', '/api/bots', {
    bot_name: 'pushing_bot',
    connection_type: 'api',
  });
  const paths = await connectHooks(owner, `http://127.0.0.1:${bot.port}/`);
  const join = async (name: string, core: number): Promise<void> => {
    const member = await cluster.join(name, 'ingest');
    for (const pid of pidsOf([member])) pin(pid, core);
  };
  await join('ingest-1', 0);
  const one = await measure(cluster, made.api_key, paths);
  await join('ingest-2', 1);
  const two = await measure(cluster, made.api_key, paths);
  const times = (name: string) => `× ${((two[name] ?? 0) / (one[name] ?? 1)).toFixed(2)}`;
  console.log(`  two against one: pushes ${times('pushed')}, webhooks ${times('hooked')}`);
  await handedOver(cluster, paths);
} finally {
  await cluster.remove();
  await endAll(children);
}
