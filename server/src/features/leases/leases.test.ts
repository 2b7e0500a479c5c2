import { createClock, type SettableClock } from '@botscope/testkit/clock.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LeaseHolder } from '../../ingest/leases/bot-leases.ts';
import { createLeaseTable, type LeaseClock, type LeaseTable } from '../../ingest/leases/lease-table.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { type Metadata, openMetadata } from '../../platform/metadata/open-metadata.ts';
import { startTestPostgres, type TestPostgres } from '../../platform/metadata/test-postgres.ts';
import { createBots } from '../bots/bots.ts';
import { createLeaseStore, type LeaseStore } from './lease-store.ts';
import { createLeases } from './leases.ts';
import { preferredHolder } from './preferred-holder.ts';

const logger = pino({ level: 'silent' });
const localHolder: LeaseHolder = { is: 'here' };
const holderAt = (id: string): LeaseHolder => ({ is: 'elsewhere', address: `http://${id}` });

let postgres: TestPostgres;
let metadata: Metadata;
let databaseUrl: string;
/** Ten bots. */
let bots: string[];
beforeAll(async () => {
  postgres = await startTestPostgres();
  databaseUrl = await postgres.createDatabase();
  metadata = await openMetadata({ dataDir: '/nowhere', databaseUrl, logger });
  const registry = createBots({ metadata, secret: 's'.repeat(32), logger, bus: createLocalBus() });
  const account = await metadata.db
    .insertInto('accounts')
    .values({ id: 'owner', email: 'owner@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow();
  bots = [];
  for (let index = 0; index < 10; index += 1) bots.push((await registry.add(account.id, `bot_${index}`)).bot.key);
  await registry.close();
});
afterAll(async () => {
  await metadata.close();
  await postgres.stop();
});

interface TestProcess {
  leases: Awaited<ReturnType<typeof createLeases>>;
  table: LeaseTable;
  /** Bots that it had to stop serving. */
  lost: string[];
  store: LeaseStore;
}
let clock: SettableClock;
let processes: Map<string, TestProcess>;
/** Processes that do not answer to others, and those that do not reach the database. */
let unreachable: Set<string>;
let withoutDatabase: Set<string>;
/** Whether a beat takes the bots that nobody has; else a test says who takes which. */
let takesFree: boolean;
beforeEach(async () => {
  await metadata.db.deleteFrom('lease_holders').execute();
  await metadata.db.deleteFrom('dead_lease_holders').execute();
  clock = createClock('2026-03-02T09:00:00Z');
  processes = new Map();
  unreachable = new Set();
  takesFree = false;
  withoutDatabase = new Set();
});

/** A process of the installation, from the database to what its relay sees. Beats only when a test says so. */
async function startProcess(id: string): Promise<TestProcess> {
  const instance = { id, address: `http://${id}` };
  const time: LeaseClock = {
    monotonicMs: () => clock.now().getTime(),
    wallMs: () => clock.now().getTime(),
    after: clock.after,
  };
  const store = createLeaseStore(metadata.db, instance);
  const guarded = new Proxy(store, {
    get(target, name: keyof typeof store) {
      if (withoutDatabase.has(id)) return async () => Promise.reject(new Error('away'));
      return name === 'free' && !takesFree ? async () => [] : target[name];
    },
  });
  const leases = await createLeases({
    own: instance,
    store: guarded,
    askPeer: async (address, question) => {
      const peer = address.replace('http://', '');
      if (unreachable.has(peer) || unreachable.has(id)) return false;
      processes.get(peer)?.leases.answer(question);
      return processes.has(peer);
    },
    bus: createLocalBus(),
    // Beats come when a test calls for them.
    clock: { ...time, after: () => () => undefined },
    logger,
  });
  const table = createLeaseTable({ ...leases, clock: time });
  const lostBots: string[] = [];
  table.onLost((bot) => lostBots.push(bot));
  leases.follow(table.update);
  const process = { leases, table, lost: lostBots, store };
  processes.set(id, process);
  return process;
}
/** The database's time passes for a holder that does not prolong. */
const letExpire = (id: string) =>
  metadata.run(`UPDATE lease_holders SET until = now() - interval '1 second' WHERE instance_id = $1`, [id]);
const botPreferredBy = (id: string, otherIds: string[]): string => {
  const preferredBot = bots.find(
    (bot) =>
      preferredHolder(
        bot,
        [id, ...otherIds].map((name) => ({ id: name })),
      )?.id === id,
  );
  if (preferredBot === undefined) throw new Error(`no bot of ten is preferred by ${id}`);
  return preferredBot;
};

test('a bot is served by one process: the one that its name points to, not the one that gets its first update', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  await a.leases.beat();
  const bot = botPreferredBy('b', ['a']);
  expect(await a.table.claim(bot, false)).toEqual(holderAt('b'));
  expect(await Promise.all([b.table.claim(bot, true), b.table.claim(bot, true)])).toEqual([localHolder, localHolder]);
  expect(await a.table.claim(bot, true)).toEqual(holderAt('b'));
  expect(a.table.holderOf(bot)).toEqual(holderAt('b'));
});

test('exactly one of two processes that claim a bot at once has it', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  for (const bot of bots) {
    const claims = await Promise.all([a.table.claim(bot, true), b.table.claim(bot, true)]);
    expect(claims).toHaveLength(2);
    expect(claims.filter(({ is }) => is === 'here')).toHaveLength(1);
    expect(claims.filter(({ is }) => is === 'elsewhere')).toHaveLength(1);
  }
});

test('a process that died is ended, and what Telegram repeats to the next one is remembered', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  const [bot = ''] = bots;
  await a.table.claim(bot, true);
  await a.leases.beat();
  processes.delete('a');
  await letExpire('a');
  await b.leases.beat();
  expect(b.table.holderOf(bot)).toEqual(holderAt('a'));
  await b.leases.beat();
  expect(await b.table.claim(bot, false)).toEqual(localHolder);
  expect(b.table.isInherited(bot)).toBe(true);
  clock.advance('10m');
  await b.leases.beat();
  expect(b.table.isInherited(bot)).toBe(false);
});

test('one that comes back too late has nothing, and says so at once', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  const [bot = '', other = ''] = bots;
  await a.table.claim(bot, true);
  await a.table.claim(other, true);
  await a.leases.beat();
  unreachable.add('a');
  withoutDatabase.add('a');
  clock.advance('27s');
  expect(a.table.holderOf(bot)).toEqual(localHolder);
  clock.advance('1s');
  expect(a.table.holderOf(bot)).toEqual({ is: 'elsewhere', address: null });
  expect(a.lost.sort()).toEqual([bot, other].sort());
  await letExpire('a');
  await b.leases.beat();
  await b.leases.beat();
  expect(await b.table.claim(bot, true)).toEqual(localHolder);
  unreachable.clear();
  withoutDatabase.clear();
  await a.leases.beat();
  expect(a.table.holderOf(bot)).toEqual(holderAt('b'));
  expect(a.table.holderOf(other)).toEqual({ is: 'nobody' });
});

test('one that only lost its way to the database goes on: another one prolongs its time', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  const [bot = ''] = bots;
  await a.table.claim(bot, true);
  await a.leases.beat();
  withoutDatabase.add('a');
  clock.advance('25s');
  await letExpire('a');
  await b.leases.beat();
  clock.advance('10s');
  expect(a.table.holderOf(bot)).toEqual(localHolder);
  expect(b.table.holderOf(bot)).toEqual(holderAt('a'));
});

test('bots are served on while the database is away for all, as long as all processes answer', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  const [bot = '', other = ''] = bots;
  await a.table.claim(bot, true);
  await b.table.claim(other, true);
  await a.leases.beat();
  withoutDatabase.add('a').add('b');
  for (let round = 0; round < 10; round += 1) {
    clock.advance('20s');
    await a.leases.beat();
    await b.leases.beat();
  }
  expect([a.table.holderOf(bot), b.table.holderOf(other)]).toEqual([localHolder, localHolder]);
  // Its database is back, but it has promised.
  withoutDatabase.delete('b');
  await letExpire('a');
  unreachable.add('a');
  await b.leases.beat();
  await b.leases.beat();
  expect(b.table.holderOf(bot)).toEqual(holderAt('a'));
  clock.advance('28s');
  await a.leases.beat();
  expect(a.table.holderOf(bot)).toEqual({ is: 'elsewhere', address: null });
  clock.advance('3s');
  await b.leases.beat();
  await b.leases.beat();
  expect(await b.table.claim(bot, true)).toEqual(localHolder);
});

test('alone it serves without an end, until another one comes', async () => {
  const a = await startProcess('a');
  const [bot = ''] = bots;
  expect(await a.table.claim(bot, false)).toEqual(localHolder);
  withoutDatabase.add('a');
  clock.advance('1d');
  await a.leases.beat();
  expect(a.table.holderOf(bot)).toEqual(localHolder);
  const b = await startProcess('b');
  await letExpire('a');
  await b.leases.beat();
  expect(b.table.holderOf(bot)).toEqual(holderAt('a'));
  clock.advance('29s');
  expect(a.table.holderOf(bot)).toEqual({ is: 'elsewhere', address: null });
});

test('bots move to a process that is new, when nothing of theirs is under way', async () => {
  const a = await startProcess('a');
  for (const bot of bots) await a.table.claim(bot, false);
  const busyBot = botPreferredBy('b', ['a']);
  let meanwhile: Promise<LeaseHolder> | undefined;
  a.leases.onMove(async (bot) => {
    a.table.giveUp(bot);
    if (bot !== busyBot) return true;
    meanwhile = a.table.claim(bot, false);
    await new Promise((resolve) => setImmediate(resolve));
    a.table.takeBack(bot);
    return false;
  });
  const b = await startProcess('b');
  await a.leases.beat();
  const moved = bots.filter((bot) => bot !== busyBot && preferredHolder(bot, [{ id: 'a' }, { id: 'b' }])?.id === 'b');
  await expect.poll(() => a.lost.length).toBe(moved.length + 1);
  await expect.poll(async () => (await b.store.prolong()).leases.length).toBe(bots.length - moved.length);
  for (const bot of moved) {
    expect(await a.table.claim(bot, false)).toEqual(holderAt('b'));
    expect(await b.table.claim(bot, true)).toEqual(localHolder);
  }
  // A request that came while it was to move waited, and is for this process.
  expect(await meanwhile).toEqual(localHolder);
  expect(a.table.holderOf(busyBot)).toEqual(localHolder);
});

test('bots that nobody has are taken before anything comes for them, each by the process that should serve it', async () => {
  takesFree = true;
  const a = await startProcess('a');
  expect(bots.map((bot) => a.table.holderOf(bot))).toEqual(bots.map(() => localHolder));
  takesFree = false;
  const b = await startProcess('b');
  await a.table.leave();
  takesFree = true;
  const c = await startProcess('c');
  await b.leases.beat();
  await c.leases.beat();
  const shouldServe = (bot: string) => preferredHolder(bot, [{ id: 'b' }, { id: 'c' }])?.id;
  for (const bot of bots) {
    expect(b.table.holderOf(bot)).toEqual(shouldServe(bot) === 'b' ? localHolder : holderAt('c'));
    expect(c.table.holderOf(bot)).toEqual(shouldServe(bot) === 'c' ? localHolder : holderAt('b'));
  }
});

test('one that stops leaves its bots to the others, and takes none any more', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  const [bot = ''] = bots;
  await a.table.claim(bot, true);
  await a.leases.beat();
  expect(await a.table.successorOf(bot)).toBe('http://b');
  await a.table.leave();
  expect(a.lost).toEqual([bot]);
  expect(await a.table.claim(bot, false)).toEqual(holderAt('b'));
  expect(await a.table.claim(bot, true)).toEqual({ is: 'nobody' });
  await b.leases.beat();
  expect(await b.table.claim(bot, true)).toEqual(localHolder);
  expect(b.table.isInherited(bot)).toBe(false);
  expect(await b.table.successorOf(bot)).toBe(null);
});

test('a holder that is being prolonged cannot be ended, and one that is being ended cannot be prolonged', async () => {
  const [a, b] = [await startProcess('a'), await startProcess('b')];
  const [bot = ''] = bots;
  await a.table.claim(bot, true);
  await letExpire('a');
  const slow = new pg.Client({ connectionString: databaseUrl });
  await slow.connect();
  await slow.query('BEGIN');
  await slow.query(`UPDATE lease_holders SET until = now() + interval '30 seconds' WHERE instance_id = 'a'`);
  const ending = b.store.end('a');
  await slow.query('COMMIT');
  expect(await ending).toBe(false);
  expect(await b.store.holderOf(bot)).toBe('a');

  await letExpire('a');
  await slow.query('BEGIN');
  await slow.query(`DELETE FROM lease_holders WHERE instance_id = 'a'`);
  const prolonging = a.store.prolong();
  await slow.query('COMMIT');
  expect((await prolonging).leases).toEqual([]);
  await slow.end();
});
