import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@botscope/server/simulation/random.ts';
import { expect } from '@playwright/test';
import { until } from '../fixtures/server.ts';
import type { Cluster, Member } from './cluster.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { TestBot } from './test-bot.ts';
import type { Traffic } from './traffic.ts';

/** Something that goes wrong in an installation; it is whole again when this resolves. */
export type Fault = (cluster: Cluster, traffic: Pick<Traffic, 'bots'>, random: Random) => Promise<void>;

/** Until a process that lost a store has noticed it, and everyone has met the fault several times, ms. */
const awayMs = 4_000;
const spooledMs = 60_000;
/** A lease lasts 30 s, and Telegram repeats after up to two minutes. */
const caughtUpMs = 180_000;

const pick = (members: readonly Member[], random: Random): Member => {
  const member = members[random.between(0, members.length - 1)];
  if (!member) throw new Error('no process has this role');
  return member;
};

const createKillFault =
  (role: string): Fault =>
  async (cluster, _traffic, random) => {
    const { instance } = pick(cluster.running(role), random);
    await instance.stop('SIGKILL');
    await instance.start();
  };

/** One process loses a store for a while, in one of the ways in which networks fail. */
const createLinkFault =
  (store: 'metadata' | 'events', role: string, fail: (link: FaultProxy) => Promise<void>): Fault =>
  (cluster, _traffic, random) =>
    fail(pick(cluster.running(role), random)[store]);

const cut = async (link: FaultProxy): Promise<void> => link.cut();
const silence = async (link: FaultProxy): Promise<void> => {
  link.set('silent');
  await wait(awayMs);
  link.set('open');
};
const slow = async (link: FaultProxy): Promise<void> => {
  link.delay(50);
  await wait(awayMs);
  link.delay(0);
};

/** All processes lose ClickHouse, until each that takes traffic has rows on its disk and has failed to load them. */
const eventsAway: Fault = async (cluster) => {
  const all = [...cluster.members.values()];
  for (const { events } of all) events.set('refusing');
  const takers = cluster.running('ingest');
  await until(async () => {
    const rows = await Promise.all(takers.map(({ instance }) => instance.spooledRows()));
    return rows.every((count) => count > 0);
  }, spooledMs);
  await wait(awayMs);
  for (const { events } of all) events.set('open');
};

/** A process is replaced, as by a rolling update: it ends by SIGTERM, after another one has joined. */
const replaceProcess: Fault = async (cluster, _traffic, random) => {
  const { instance, roles } = pick(cluster.running('ingest'), random);
  await cluster.join(`${instance.name}-next`, roles);
  expect(await instance.stop('SIGTERM'), `${instance.name} stops cleanly:\n${instance.log}`).toBe(0);
  cluster.balancer.remove(instance.name);
};

/** Bots are restarted: meanwhile Telegram's webhooks are taken for them, and the next poll may come to another process. */
const restartBots: Fault = async (_cluster, { bots }) => {
  for (const bot of bots) bot.setDown(true);
  await wait(awayMs / 2);
  for (const bot of bots) bot.setDown(false);
  await waitUntilCaughtUp(bots);
};

/** Resolves when the bots have everything that users had written when it was called. */
async function waitUntilCaughtUp(bots: Traffic['bots']): Promise<void> {
  const before = bots.map(({ said }) => [...said.values()].flat());
  const listMissing = () => bots.map((bot, index) => findMissing(bot, before[index] ?? []));
  await until(async () => listMissing().every(({ length }) => length === 0), caughtUpMs).catch(() => {
    const leftovers = listMissing().map((texts, index) => {
      const { name, simulated } = bots[index] ?? {};
      return `@${name}: ${texts.length} missing (${texts.slice(0, 5)}), ${simulated?.pending} at Telegram`;
    });
    throw new Error(`not caught up: ${leftovers.join('; ')}`);
  });
}

const findMissing = ({ receipts }: Pick<TestBot, 'receipts'>, texts: readonly string[]): string[] => {
  const receivedTexts = new Set(receipts.map(({ text }) => text));
  return texts.filter((text) => !receivedTexts.has(text));
};

/**
 * The leases of a process that does not come back end, and the other one goes on with its bots. First all that waits is
 * delivered: what is left on the disk of a dead process arrives later than newer updates (docs/operations.md, row 6).
 */
const deadForLong: Fault = async (cluster, { bots }, random) => {
  await waitUntilCaughtUp(bots);
  const { instance } = pick(cluster.running('ingest'), random);
  await instance.stop('SIGKILL');
  const receipts = bots.map((bot) => bot.receipts.length);
  await until(async () => bots.every((bot, index) => bot.receipts.length > (receipts[index] ?? 0)), caughtUpMs);
  await instance.start();
};

/** Updates wait for a bot that is down while its process is replaced: they go with the lease. */
const replaceWhileBotIsDown: Fault = async (cluster, traffic, random) => {
  const bot = traffic.bots.find(({ mode }) => mode === 'webhook');
  bot?.setDown(true);
  // Telegram has handed some over, or keeps them: both are in order.
  await wait(awayMs / 2);
  await replaceProcess(cluster, traffic, random);
  bot?.setDown(false);
  await waitUntilCaughtUp(traffic.bots);
};

export const faults = {
  'an ingest process is killed': createKillFault('ingest'),
  'an ingest process is dead for long': deadForLong,
  'bots are down': restartBots,
  'the api process is killed': createKillFault('api'),
  'the worker is killed': createKillFault('worker'),
  'the app process of an ingest process is killed': async (cluster, _traffic, random) =>
    pick(cluster.running('ingest'), random).instance.killApp(),
  'connections to PostgreSQL are cut': createLinkFault('metadata', 'ingest', cut),
  'PostgreSQL is silent for one process': createLinkFault('metadata', 'ingest', silence),
  'PostgreSQL is slow for one process': createLinkFault('metadata', 'ingest', slow),
  'PostgreSQL is restarted': (cluster) => cluster.restartMetadata(),
  'connections to ClickHouse are cut': createLinkFault('events', 'ingest', cut),
  'ClickHouse is silent for one process': createLinkFault('events', 'ingest', silence),
  'ClickHouse is away': eventsAway,
  'ClickHouse is killed': (cluster) => cluster.events.restart(),
  'an ingest process is replaced': replaceProcess,
  'an ingest process is replaced while a bot is down': replaceWhileBotIsDown,
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
