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
    onRejected: (more) => void rejections.push(...more),
    intervalMs: 0,
    retryMs: 20,
    timeoutMs: 100,
    ...options,
  });
  return store;
}
async function stored(from: EventStore): Promise<string[]> {
  const rows = await from.query<{ id: string }>({
    sql: 'SELECT toString(id) AS id FROM events FINAL WHERE bot = {bot:String} ORDER BY events.id',
    params: { bot },
  });
  return rows.map((row) => row.id);
}
const event = (id: number) => anEvent({ bot, id: String(id) });
const full = async (): Promise<never> => {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};
const broken = async () => {
  throw new AppError('StoreUnavailable', { cause: new Error('NOT_ENOUGH_SPACE') });
};

it('answers at once while the engine hangs, says that it is not ready, and carries the rows over later', async () => {
  const stuck = Promise.withResolvers<void>();
  before = () => stuck.promise;
  const opened = await openStore();
  await opened.write([event(1)]);
  await opened.write([event(2), event(3)]);
  await expect.poll(() => opened.health().ready).toBe(false);
  expect(opened.health()).toMatchObject({ spooledRows: 3, lastError: expect.stringMatching(/running for 0\.\d s/) });
  expect(await stored(opened)).toEqual([]);
  stuck.resolve();
  await opened.flush();
  expect(await stored(opened)).toEqual(['1', '2', '3']);
  expect(opened.health()).toEqual({
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
  const seen: string[] = [];
  before = async ({ body }) => {
    attempts += 1;
    if (attempts < 3) await broken();
    for (const line of body.toString().trimEnd().split('\n')) seen.push(line.split('\t')[1] ?? '');
  };
  const opened = await openStore();
  for (const id of [5, 3, 9, 1]) await opened.write([event(id)]);
  await expect.poll(() => opened.health().spooledRows).toBe(0);
  expect(seen).toEqual(['5', '3', '9', '1']);
});

it('rejects flush with the error, and recovers by itself', async () => {
  before = broken;
  const opened = await openStore();
  await opened.write([event(1)]);
  await expect(opened.flush()).rejects.toMatchObject({ code: 'StoreUnavailable' });
  expect(opened.health().lastError).toMatch(/NOT_ENOUGH_SPACE/);
  before = async () => undefined;
  await expect.poll(() => opened.health()).toMatchObject({ ready: true, spooledRows: 0 });
  expect(await stored(opened)).toEqual(['1']);
});

it('goes to the engine itself when the disk of the spool is full', async () => {
  const opened = await openStore({ openSpoolFile: full, timeoutMs: 10_000 });
  await opened.write([event(1), event(2)]);
  expect(await stored(opened)).toEqual(['1', '2']);
});

it('refuses with StoreUnavailable when spool and engine are full, and takes rows again when there is room', async () => {
  let hasRoom = false;
  before = () => (hasRoom ? Promise.resolve() : broken());
  const openSpoolFile = (path: string): Promise<SpoolFile> => (hasRoom ? open(path, 'ax') : full());
  const opened = await openStore({ openSpoolFile });
  await expect(opened.write([event(1)])).rejects.toMatchObject({ code: 'StoreUnavailable' });
  hasRoom = true;
  await opened.write([event(2)]);
  await opened.flush();
  expect(await stored(opened)).toEqual(['2']);
});

it('refuses with StoreUnavailable when the spool is full and the engine hangs', async () => {
  const stuck = Promise.withResolvers<void>();
  before = () => stuck.promise;
  const opened = await openStore({ openSpoolFile: full });
  await expect(opened.write([event(1)])).rejects.toMatchObject({ code: 'StoreUnavailable' });
  stuck.resolve();
});

it('finds the bad rows among good ones when the engine refuses them', async () => {
  await openStore();
  const lines = Array.from({ length: 50 }, (_, index) => encodeRow(event(index)));
  lines[17] = lines[17]?.replace('\t17\t', '\tseventeen\t') ?? '';
  lines[40] = lines[40]?.replace('\t1\t1\t0\t', '\tmaybe\t1\t0\t') ?? '';
  const refused = await insertRows(engine, Buffer.from(`${lines.join('\n')}\n`));
  expect(refused.map(({ line }) => line)).toEqual([lines[17], lines[40]]);
  expect(refused[0]?.reason).toMatch(/Cannot parse/i);
  expect(await stored(store!)).toHaveLength(48);
});

it('carries on behind a row that only the engine finds bad, and reports its bot', async () => {
  const opened = await openStore();
  const bad = { ...event(1), payload: '{"bad":1}', params: { a: 'b' } };
  // A field that changes its mind passes the check and is text in the row.
  let looks = 0;
  Object.defineProperty(bad, 'code', { enumerable: true, get: () => (looks++ === 0 ? 0 : 'zero') });
  await opened.write([event(2), bad, event(3)]);
  await opened.flush();
  expect(await stored(opened)).toEqual(['2', '3']);
  expect(rejections).toEqual([
    {
      bot,
      kind: 'update',
      method: '',
      userId: bad.userId,
      reason: 'Unstorable',
      text: expect.stringMatching(/Cannot parse.*\n{"bad":1}$/i),
    },
  ]);
});

it('counts what it does', async () => {
  const metrics = new Registry();
  const opened = await openStore({ metrics });
  await opened.write([event(1), event(2), { ...event(3), userId: Number.NaN }]);
  await opened.flush();
  const text = await metrics.metrics();
  expect(text).toContain('botscope_events_written_total 2\n');
  expect(text).toContain('botscope_events_rejected_total 1\n');
  expect(text).toContain('botscope_events_insert_seconds_count 1\n');
  expect(text).toContain('botscope_events_commit_seconds_count 1\n');
  expect(text).toContain('botscope_events_spooled_rows 0\n');
});

it('rebuilds users from events, names from the payloads', async () => {
  const opened = await openStore();
  const person = { id: 7, first_name: 'Ada', last_name: 'L.', username: 'ada' };
  const seven = { userId: 7, firstName: 'Ada', lastName: 'L.', username: 'ada' };
  const day = 86_400_000;
  const press = anEvent({
    bot,
    ...seven,
    id: '2',
    kind: 'callback_query',
    payload: JSON.stringify({ callback_query: { from: person } }),
  });
  await opened.write([
    anEvent({
      bot,
      ...seven,
      id: '1',
      isStart: true,
      source: 'ads',
      time: press.time - day,
      payload: JSON.stringify({ message: { from: person } }),
    }),
    press,
    anEvent({ bot, userId: 8, id: '3', kind: 'opaque', firstName: '', username: '', payload: 'not JSON' }),
  ]);
  await opened.flush();
  const people = () =>
    opened.query({ sql: 'SELECT * FROM users FINAL WHERE bot = {bot:String} ORDER BY user_id', params: { bot } });
  const original = await people();
  expect(original).toHaveLength(2);
  // A copy delivered a day later says nothing.
  await opened.write([{ ...press, time: press.time + day, receivedAt: press.receivedAt + day }]);
  await opened.flush();
  expect(await people()).toEqual(original);
  await opened.rebuildUsers(bot);
  expect(await people()).toEqual(original);
});

it('leaves an empty spool behind a quiet end', async () => {
  const opened = await openStore({ intervalMs: 60_000 });
  await opened.write([event(1)]);
  await opened.write([event(2)]);
  await opened.close();
  engine = openEmbeddedEngine(join(dataDir, 'events'));
  const again = await openStore();
  expect(again.health().spooledRows).toBe(0);
  expect(await stored(again)).toEqual(['1', '2']);
});

it('waits at its end until the engine has what was accepted, as long as it may', async () => {
  const stuck = Promise.withResolvers<void>();
  before = () => stuck.promise;
  const opened = await openStore({ stopWaitMs: 60_000 });
  await opened.write([event(1), event(2)]);
  expect(opened.health().spooledRows).toBe(2);
  const closed = opened.close();
  setTimeout(stuck.resolve, 200);
  await closed;
  expect(opened.health().spooledRows).toBe(0);
  store = undefined;
});

it('leaves what the engine does not take for the next start', async () => {
  before = broken;
  const opened = await openStore({ stopWaitMs: 50 });
  await opened.write([event(1), event(2)]);
  await opened.close();
  expect(opened.health().spooledRows).toBe(2);
  store = undefined;
});
