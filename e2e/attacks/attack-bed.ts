import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startJourney } from '@botscope/testkit/journey.ts';
import { createAccount, createBot, type TestAccount, type TestBot } from '../fixtures/operator.ts';
import { push } from '../fixtures/push.ts';
import { startServer, type TestServer } from '../fixtures/server.ts';
import type { BystanderPlan, BystandersTelegram, Sample } from './bystander.ts';

/** Limits of what any attack may cost others. */
export const limits = {
  /** Limit of p99 over all requests of the bystander, ms; a slower machine may set its own. */
  p99Ms: Number(process.env.ATTACK_P99_MS ?? 250),
  /** Resident memory of the server and its children at any moment, MB. */
  memoryMb: 1_500,
};

/** A user with an account and their own bot. */
export interface Owner {
  account: TestAccount;
  bot: TestBot;
  cookie: string;
  csrf: string;
}

export interface AttackBed {
  server: TestServer;
  attacker: Owner;
  /** Runs an attack beside the bystander, for at least six seconds, and gives what the bystander and the memory saw. */
  during(attack: () => Promise<unknown>): Promise<Observation>;
  /** Calls the API as the attacker. Never throws: an attacker's failed call is the server's good right. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; data: unknown }>;
  remove(): Promise<void>;
}

export interface Observation {
  p99Ms: number;
  /** The slowest of each kind, ms. */
  slowest: Record<string, number>;
  failures: string[];
  memoryMb: number;
  requests: number;
}

const kinds = ['push', 'report', 'call', 'poll'] as const;
const leastMs = 6_000;
const memoryEveryMs = 100;

/** A server with a bystander's and an attacker's account, each with some history. */
export async function startAttackBed(): Promise<AttackBed> {
  const bystanding = new Worker(new URL('./bystander.ts', import.meta.url));
  const [telegram] = (await once(bystanding, 'message')) as [BystandersTelegram];
  const server = await startServer({ env: { TELEGRAM_API_ROOT: telegram.url, ALLOW_PRIVATE_WEBHOOKS: '1' } });
  const [bystander, attacker] = [await makeOwner(server), await makeOwner(server)];
  await connectPolling(server, bystander, { username: 'standing_bot', token: telegram.token });
  await giveHistory(server, bystander.bot, 2_000);
  await giveHistory(server, attacker.bot, 20_000);
  await server.settled();
  const plan: BystanderPlan = {
    url: server.url,
    apiKey: bystander.bot.apiKey,
    report: `/api/reports/${bystander.bot.key}/visitors?period=30d`,
    cookie: bystander.cookie,
  };
  const headers = { cookie: attacker.cookie, 'x-csrf-token': attacker.csrf, 'content-type': 'application/json' };
  bystanding.postMessage(plan);
  // An attacker has a machine of their own: from here on this thread takes what the server and the bystander leave.
  setPriority(constants.priority.PRIORITY_LOW);
  return {
    server,
    attacker,
    during: (attack) => observe(server, bystanding, attack),
    async call(method, path, body) {
      try {
        const answer = await fetch(`${server.url}${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const { data } = (await answer.json()) as { data?: unknown };
        return { status: answer.status, data };
      } catch {
        return { status: 0, data: undefined };
      }
    },
    async remove() {
      await server.remove();
      await bystanding.terminate();
    },
  };
}

/** By token, with polling through the proxy. */
async function connectPolling(
  server: TestServer,
  { cookie, csrf }: Owner,
  { username, token }: { username: string; token: string },
): Promise<void> {
  const connection = { bot_name: username, connection_type: 'auto', delivery_method: 'getUpdates', token };
  const answer = await fetch(`${server.url}/api/bots`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' },
    body: JSON.stringify({ ...connection, delivery_method_send: 'off', over_platform: true }),
  });
  if (!answer.ok) throw new Error(`connecting: ${answer.status} ${await answer.text()}`);
}

async function makeOwner(server: TestServer): Promise<Owner> {
  const account = await createAccount(server);
  const bot = await createBot(server, account);
  const answer = await fetch(`${server.url}/api/user/sign-in/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: account.email, password: account.password, rememberMe: false }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const init = await fetch(`${server.url}/api/site/init`, { headers: { cookie } });
  const { data } = (await init.json()) as { data: { csrf: string } };
  return { account, bot, cookie, csrf: data.csrf };
}

/** Messages of the last 60 days, spread evenly over 500 users. */
async function giveHistory(server: TestServer, bot: TestBot, messages: number): Promise<void> {
  const from = Date.now() - 60 * 86_400_000;
  const journey = startJourney({ from: new Date(from).toISOString() });
  const users = Array.from({ length: 500 }, (_, index) => journey.user(`User ${index}`));
  for (let index = 0; index < messages; index += 1) {
    journey.at(new Date(from + (index / messages) * 59 * 86_400_000).toISOString());
    users[index % users.length]?.sends(index < users.length ? `/start source-${index % 9}` : `hello ${index}`);
  }
  const updates = journey.updates;
  for (let start = 0; start < updates.length; start += 1_000) {
    const status = await push(server, bot, updates.slice(start, start + 1_000));
    if (status !== 200) throw new Error(`history: ${status}`);
  }
}

async function observe(server: TestServer, bystanding: Worker, attack: () => Promise<unknown>): Promise<Observation> {
  bystanding.postMessage('start');
  let memoryMb = 0;
  const watch = setInterval(() => {
    memoryMb = Math.max(memoryMb, readMemory(server.pid()));
  }, memoryEveryMs);
  await Promise.all([attack(), wait(leastMs)]);
  const samples = await new Promise<Sample[]>((resolve, reject) => {
    bystanding.once('error', reject);
    bystanding.once('message', resolve);
    bystanding.postMessage('stop');
  });
  clearInterval(watch);
  const times = samples.map(({ ms }) => ms).sort((one, other) => one - other);
  return {
    p99Ms: Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN),
    slowest: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        Math.round(Math.max(...samples.filter(({ what }) => what === kind).map(({ ms }) => ms))),
      ]),
    ),
    failures: samples.filter(({ failure }) => failure !== '').map(({ what, failure }) => `${what}: ${failure}`),
    memoryMb: Math.round(memoryMb),
    requests: samples.length,
  };
}

/** Resident memory of a process and all that it started, MB; infinite when it has ended. */
function readMemory(pid: number | undefined): number {
  if (pid === undefined) return Number.POSITIVE_INFINITY;
  try {
    const ownMemory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return ownMemory + children.reduce((sum, child) => sum + finite(readMemory(Number(child))), 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** A child may end while it is looked at. */
const finite = (megabytes: number): number => (Number.isFinite(megabytes) ? megabytes : 0);
