import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join as pathOf } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { preferredHolder } from '@botscope/server/features/leases/preferred-holder.ts';
import { type Member, startCluster } from '../e2e/cluster/cluster.ts';
import { createOwner, type Owner } from '../e2e/cluster/owner.ts';
import { postBytes } from './load/connection.ts';
import { runPacedLoad } from './load/paced-load.ts';
import { type LoadResult, runLoad } from './load/run-load.ts';
import { createUpdateSource } from './load/take-updates.ts';
import { endAll, listChildPids, pin, processorTime, startScript } from './load/world.ts';

/**
 * Measures what a second `ingest` process brings, and the cost of a request at a process without the lease of its bot.
 * Each ingest process has a core of its own; stores, bot and load have what is left of both. On two cores the
 * throughput of two processes says how much was left; the processor time of one request, at the same rate for each
 * process, says whether it grows with their number.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, rate: { type: 'string', default: '800' } },
});
const seconds = Number(values.seconds);
const hookRate = Number(values.rate);
/** Pushes of a hundred updates a second. */
const pushRate = Math.round(hookRate / 20);
/** A process that joins gets its bots when they are idle, after at most two beats of 5 s. */
const movedMs = 15_000;
const batchSize = 100;
const pushConnections = 8;
const hookConnections = 40;
/** Enough bots for a hash to spread them evenly. */
const botCount = 32;

const take = createUpdateSource('cluster', '2026-01-01T00:00:00Z');
const children: ChildProcess[] = [];
const cluster = await startCluster({ LOG_LEVEL: 'warn' });

interface Row extends LoadResult {
  /** Processor time of all ingest processes for one request, microseconds. */
  each: number;
}

const portOf = ({ instance }: Member): number => Number(new URL(instance.url).port);
const listPids = (members: readonly Member[]): number[] =>
  members.flatMap(({ instance }) => [instance.pid(), ...listChildPids(instance.pid())]);

/** Adds up what ran side by side. */
function sumResults(results: readonly LoadResult[], processor: number): Row {
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

function show(name: string, row: Row, perRequest = 1): { perSecond: number; each: number } {
  const perSecond = (row.requests * perRequest) / row.seconds;
  const times = `p50 ${row.p50.toFixed(1)} ms, p99 ${row.p99.toFixed(1)} ms`;
  const each = `${(row.each / perRequest).toFixed(0)} µs each`;
  const failures = row.failures === 0 ? '' : `, FAILURES ${row.failures}`;
  console.log(
    `  ${name.padEnd(34)} ${Math.round(perSecond).toLocaleString('en').padStart(7)}/s, ${times}, ${each}${failures}`,
  );
  return { perSecond, each: row.each / perRequest };
}

type Load = (member: Member, next: () => Buffer) => Promise<LoadResult>;

/** As fast as it goes, the connections spread evenly over the processes. */
const flatOut =
  (connections: number): Load =>
  (member, next) =>
    runLoad({ port: portOf(member), connections, seconds, next });
const paced =
  (perSecond: number, connections: number): Load =>
  (member, next) =>
    runPacedLoad({ port: portOf(member), rate: perSecond, seconds, connections, next });

/** Runs a load on each process at once. */
async function onEach(members: readonly Member[], load: Load, next: (member: number) => () => Buffer): Promise<Row> {
  // The disks finish the work of the previous row first: it is not part of this one.
  while (!(await cluster.isSettled())) await wait(200);
  await wait(2_000);
  const before = processorTime(listPids(allMembers()));
  const results = await Promise.all(members.map((member, index) => load(member, next(index))));
  return sumResults(results, processorTime(listPids(allMembers())) - before);
}

const allMembers = (): Member[] => cluster.running('ingest');

const cycleThrough = (requests: readonly Buffer[]): (() => Buffer) => {
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
    // No two bots may forward to one address.
    const botWebhook = `${webhook}${index}`;
    const connection = { connection_type: 'manual', delivery_method: 'webhook', webhook: botWebhook, riskOk: true };
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

/** Divides the bots by the process that has their lease once bots have moved: a hash decides (decision 0025). */
function groupPathsByHolder(members: readonly Member[], paths: readonly string[]): string[][] {
  const ids = members.map(({ instance }) => ({
    id: readFileSync(pathOf(instance.dataDir, 'instance-id'), 'utf8').trim(),
  }));
  const findHolderIndex = (path: string): number => {
    const holder = preferredHolder(path.split('/')[2] ?? '', ids);
    return ids.findIndex(({ id }) => id === holder?.id);
  };
  return members.map((_, index) => paths.filter((path) => findHolderIndex(path) === index));
}

async function measure(apiKey: string, paths: readonly string[]) {
  const members = allMembers();
  const count = members.length === 1 ? 'one process' : 'two processes';
  const shares = groupPathsByHolder(members, paths);
  const pushes = (perSecond: number) => () =>
    cycleThrough(
      Array.from({ length: perSecond * seconds }, () =>
        postBytes('/v1/send-batch-update', { 'api-key': apiKey }, JSON.stringify(take(batchSize))),
      ),
    );
  const hooks = (perSecond: number) => (index: number) =>
    cycleThrough(hookRequests(shares[index] ?? [], perSecond * seconds));
  const share = (connections: number) => connections / members.length;
  const pushed = await onEach(members, flatOut(share(pushConnections)), pushes(150));
  const hooked = await onEach(members, flatOut(share(hookConnections)), hooks(4_000));
  const pushedPaced = await onEach(members, paced(pushRate, share(pushConnections)), pushes(pushRate));
  const hookedPaced = await onEach(members, paced(hookRate, share(hookConnections)), hooks(hookRate));
  return {
    pushed: show(`pushes of ${batchSize}, ${count}`, pushed, batchSize),
    hooked: show(`webhooks, ${count}`, hooked),
    pushedPaced: show(`pushes, ${pushRate}/s each, ${count}`, pushedPaced, batchSize),
    hookedPaced: show(`webhooks, ${hookRate}/s each, ${count}`, hookedPaced),
  };
}

/** Sends the same webhooks at a fixed rate: to the process that has the leases of their bots, and to the other one. */
async function passedOn(paths: readonly string[]): Promise<void> {
  const members = allMembers();
  const leasedPaths = groupPathsByHolder(members, paths)[0] ?? [];
  const rows: Row[] = [];
  for (const [index, member] of members.entries()) {
    const row = await onEach([member], paced(hookRate, hookConnections), () =>
      cycleThrough(hookRequests(leasedPaths, hookRate * seconds)),
    );
    show(`webhooks, ${hookRate}/s, ${index === 0 ? 'here' : 'passed on'}`, row);
    rows.push(row);
  }
  const [holderRow, other] = rows;
  if (!holderRow || !other) return;
  const formatDifference = (one: 'p50' | 'p99') => (other[one] - holderRow[one]).toFixed(2);
  console.log(
    `  passing on adds p50 ${formatDifference('p50')} ms, p99 ${formatDifference('p99')} ms, ${(other.each - holderRow.each).toFixed(0)} µs`,
  );
}

try {
  await cluster.join('api', 'api,worker');
  const owner = await createOwner(cluster.url, cluster.appSecret);
  const bot = await startScript(children, 'trivial-bot.ts');
  const pushingBot = await owner.ask<{ api_key: string }>('POST', '/api/bots', {
    bot_name: 'pushing_bot',
    connection_type: 'api',
  });
  const paths = await connectHooks(owner, `http://127.0.0.1:${bot.port}/`);
  const join = async (name: string, core: number): Promise<void> => {
    const member = await cluster.join(name, 'ingest');
    for (const pid of listPids([member])) pin(pid, core);
  };
  await join('ingest-1', 0);
  const one = await measure(pushingBot.api_key, paths);
  await join('ingest-2', 1);
  await wait(movedMs);
  const pairResult = await measure(pushingBot.api_key, paths);
  const times = (name: keyof typeof one, field: 'perSecond' | 'each') =>
    (pairResult[name][field] / one[name][field]).toFixed(2);
  console.log(
    `  two against one, as fast as it goes: pushes × ${times('pushed', 'perSecond')}, webhooks × ${times('hooked', 'perSecond')}`,
  );
  console.log(
    `  processor time of one at twice the rate: pushes × ${times('pushedPaced', 'each')}, webhooks × ${times('hookedPaced', 'each')}`,
  );
  await passedOn(paths);
} finally {
  await cluster.remove();
  await endAll(children);
}
