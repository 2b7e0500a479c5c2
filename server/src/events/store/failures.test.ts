import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { openEmbeddedEngine } from './engine/embedded.ts';
import type { Engine, Insert } from './engine/engine.ts';
import { encodeRow } from './event-row.ts';
import type { EventStore, EventStoreOptions, Rejection } from './event-store.ts';
import { insertRows } from './insert-rows.ts';
import { openEventStoreOn } from './open-event-store.ts';
import type { SpoolFile } from './spool.ts';
import { anEvent } from './test-event.ts';
import { freshBot } from './test-stores.ts';

let dataDir: string;
let engine: Engine;
/** Hook of an insert before it reaches the real engine. */
let before: (rows: Insert) => Promise<void>;
let store: EventStore | undefined;
let rejections: Rejection[];
let bot: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'botscope-failures-'));
  const real = openEmbeddedEngine(join(dataDir, 'events'));
  before = async () => undefined;
  engine = {
    ...real,
    async insert(rows) {
      if (rows.table === 'incoming') await before(rows);
      await real.insert(rows);
    },
  };
  rejections = [];
  bot = freshBot();
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function openStore(options: Partial<EventStoreOptions> = {}): Promise<EventStore> {
  store = await openEventStoreOn(engine, {
    dataDir,
    logger: pino({ level: 'silent' }),
    onRejected: (batch) => void rejections.push(...batch),
    intervalMs: 0,
    retryMs: 20,
    timeoutMs: 100,
    ...options,
  });
  return store;
}
async function loadIds(from: EventStore): Promise<string[]> {
  const rows = await from.query<{ id: string }>({
    sql: 'SELECT toString(id) AS id FROM events FINAL WHERE bot = {bot:String} ORDER BY events.id',
    params: { bot },
  });
  return rows.map((row) => row.id);
}
const event = (id: number) => anEvent({ bot, id: String(id) });
const failWithFullDisk = async (): Promise<never> => {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};
const broken = async () => {
  throw new AppError('StoreUnavailable', { cause: new Error('NOT_ENOUGH_SPACE') });
};

it('answers at once while the engine hangs, says that it is not ready, and carries the rows over later', async () => {
  const stuck = Promise.withResolvers<void>();
  before = () => stuck.promise;
  const eventStore = await openStore();
  await eventStore.write([event(1)]);
  await eventStore.write([event(2), event(3)]);
  await expect.poll(() => eventStore.health().ready).toBe(false);
  expect(eventStore.health()).toMatchObject({
    spooledRows: 3,
    lastError: expect.stringMatching(/running for 0\.\d s/),
  });
  expect(await loadIds(eventStore)).toEqual([]);
  stuck.resolve();
  await eventStore.flush();
  expect(await loadIds(eventStore)).toEqual(['1', '2', '3']);
  expect(eventStore.health()).toEqual({
    takesRows: true,
    ready: true,
    engine: 'embedded',
    spooledRows: 0,
    spooledBytes: 0,
    lastError: null,
  });
});

it('carries rows over in the order in which they came', async () => {
  let attempts = 0;
  const seenIds: string[] = [];
  before = async ({ body }) => {
    attempts += 1;
    if (attempts < 3) await broken();
    for (const line of body.toString().trimEnd().split('\n')) seenIds.push(line.split('\t')[1] ?? '');
  };
  const eventStore = await openStore();
  for (const id of [5, 3, 9, 1]) await eventStore.write([event(id)]);
  await expect.poll(() => eventStore.health().spooledRows).toBe(0);
  expect(seenIds).toEqual(['5', '3', '9', '1']);
});

it('rejects flush with the error, and recovers by itself', async () => {
  before = broken;
  const eventStore = await openStore();
  await eventStore.write([event(1)]);
  await expect(eventStore.flush()).rejects.toMatchObject({ code: 'StoreUnavailable' });
  expect(eventStore.health().lastError).toMatch(/NOT_ENOUGH_SPACE/);
  before = async () => undefined;
  await expect.poll(() => eventStore.health()).toMatchObject({ ready: true, spooledRows: 0 });
  expect(await loadIds(eventStore)).toEqual(['1']);
});

it('goes to the engine itself when the disk of the spool is full', async () => {
  const eventStore = await openStore({ openSpoolFile: failWithFullDisk, timeoutMs: 10_000 });
  await eventStore.write([event(1), event(2)]);
  expect(await loadIds(eventStore)).toEqual(['1', '2']);
});

it('refuses with StoreUnavailable when spool and engine are full, and takes rows again when there is room', async () => {
  let hasRoom = false;
  before = () => (hasRoom ? Promise.resolve() : broken());
  const openSpoolFile = (path: string): Promise<SpoolFile> => (hasRoom ? open(path, 'ax') : failWithFullDisk());
  const eventStore = await openStore({ openSpoolFile });
  await expect(eventStore.write([event(1)])).rejects.toMatchObject({ code: 'StoreUnavailable' });
  hasRoom = true;
  await eventStore.write([event(2)]);
  await eventStore.flush();
  expect(await loadIds(eventStore)).toEqual(['2']);
});

it('refuses with StoreUnavailable when the spool is full and the engine hangs', async () => {
  const stuck = Promise.withResolvers<void>();
  before = () => stuck.promise;
  const eventStore = await openStore({ openSpoolFile: failWithFullDisk });
  await expect(eventStore.write([event(1)])).rejects.toMatchObject({ code: 'StoreUnavailable' });
  stuck.resolve();
});

it('finds the bad rows among good ones when the engine refuses them', async () => {
  await openStore();
  const lines = Array.from({ length: 50 }, (_, index) => encodeRow(event(index)));
  lines[17] = lines[17]?.replace('\t17\t', '\tseventeen\t') ?? '';
  lines[40] = lines[40]?.replace('\t1\t1\t0\t', '\tmaybe\t1\t0\t') ?? '';
  const rejectedRows = await insertRows(engine, Buffer.from(`${lines.join('\n')}\n`));
  expect(rejectedRows.map(({ line }) => line)).toEqual([lines[17], lines[40]]);
  expect(rejectedRows[0]?.reason).toMatch(/Cannot parse/i);
  expect(await loadIds(store!)).toHaveLength(48);
});

it('carries on behind a row that only the engine finds bad, and reports its bot', async () => {
  const eventStore = await openStore();
  const badEvent = { ...event(1), payload: '{"bad":1}', params: { a: 'b' } };
  // A field that changes its mind passes the check and is text in the row.
  let looks = 0;
  Object.defineProperty(badEvent, 'code', { enumerable: true, get: () => (looks++ === 0 ? 0 : 'zero') });
  await eventStore.write([event(2), badEvent, event(3)]);
  await eventStore.flush();
  expect(await loadIds(eventStore)).toEqual(['2', '3']);
  expect(rejections).toEqual([
    {
      bot,
      kind: 'update',
      method: '',
      userId: badEvent.userId,
      reason: 'Unstorable',
      text: expect.stringMatching(/Cannot parse.*\n{"bad":1}$/i),
    },
  ]);
});

it('counts what it does', async () => {
  const metrics = new Registry();
  const eventStore = await openStore({ metrics });
  await eventStore.write([event(1), event(2), { ...event(3), userId: Number.NaN }]);
  await eventStore.flush();
  const text = await metrics.metrics();
  expect(text).toContain('botscope_events_written_total 2\n');
  expect(text).toContain('botscope_events_rejected_total 1\n');
  expect(text).toContain('botscope_events_insert_seconds_count 1\n');
  expect(text).toContain('botscope_events_commit_seconds_count 1\n');
  expect(text).toContain('botscope_events_spooled_rows 0\n');
});

it('rebuilds users from events, names from the payloads', async () => {
  const eventStore = await openStore();
  const user = { id: 7, first_name: 'Ada', last_name: 'L.', username: 'ada' };
  const seven = { userId: 7, firstName: 'Ada', lastName: 'L.', username: 'ada' };
  const day = 86_400_000;
  const press = anEvent({
    bot,
    ...seven,
    id: '2',
    kind: 'callback_query',
    payload: JSON.stringify({ callback_query: { from: user } }),
  });
  await eventStore.write([
    anEvent({
      bot,
      ...seven,
      id: '1',
      isStart: true,
      source: 'ads',
      time: press.time - day,
      payload: JSON.stringify({ message: { from: user } }),
    }),
    press,
    anEvent({ bot, userId: 8, id: '3', kind: 'opaque', firstName: '', username: '', payload: 'not JSON' }),
  ]);
  await eventStore.flush();
  const users = () =>
    eventStore.query({ sql: 'SELECT * FROM users FINAL WHERE bot = {bot:String} ORDER BY user_id', params: { bot } });
  const original = await users();
  expect(original).toHaveLength(2);
  // A copy delivered a day later says nothing.
  await eventStore.write([{ ...press, time: press.time + day, receivedAt: press.receivedAt + day }]);
  await eventStore.flush();
  expect(await users()).toEqual(original);
  await eventStore.rebuildUsers(bot);
  expect(await users()).toEqual(original);
});

it('leaves an empty spool behind a quiet end', async () => {
  const eventStore = await openStore({ intervalMs: 60_000 });
  await eventStore.write([event(1)]);
  await eventStore.write([event(2)]);
  await eventStore.close();
  engine = openEmbeddedEngine(join(dataDir, 'events'));
  const reopenedStore = await openStore();
  expect(reopenedStore.health().spooledRows).toBe(0);
  expect(await loadIds(reopenedStore)).toEqual(['1', '2']);
});

it('waits at its end until the engine has what was accepted, as long as it may', async () => {
  const stuck = Promise.withResolvers<void>();
  before = () => stuck.promise;
  const eventStore = await openStore({ stopWaitMs: 60_000 });
  await eventStore.write([event(1), event(2)]);
  expect(eventStore.health().spooledRows).toBe(2);
  const closed = eventStore.close();
  setTimeout(stuck.resolve, 200);
  await closed;
  expect(eventStore.health().spooledRows).toBe(0);
  store = undefined;
});

it('leaves what the engine does not take for the next start', async () => {
  before = broken;
  const eventStore = await openStore({ stopWaitMs: 50 });
  await eventStore.write([event(1), event(2)]);
  await eventStore.close();
  expect(eventStore.health().spooledRows).toBe(2);
  store = undefined;
});
