import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../events/store/engine/embedded.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { openEventStoreOn } from '../../events/store/open-event-store.ts';
import type { SpoolFile } from '../../events/store/spool.ts';
import { freshBot } from '../../events/store/test-stores.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { BotFailure } from './bot-failure.ts';
import { createRetryRecorder, type RetryRecorder } from './retry-recorder.ts';

const logger = pino({ level: 'silent' });
const receivedAt = Date.parse('2026-03-01T10:00:00.500Z');

let dataDir: string;
let store: EventStore;
/** While false neither the spool's disk nor the engine takes anything. */
let hasRoom: boolean;
let failures: BotFailure[];
let gaps: number;
let touched: string[];
let recorder: RetryRecorder | undefined;
let bot: { key: string; start_rules: null };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'botscope-retry-'));
  hasRoom = false;
  failures = [];
  gaps = 0;
  touched = [];
  bot = { key: freshBot(), start_rules: null };
  const engine = openEmbeddedEngine(join(dataDir, 'events'));
  store = await openEventStoreOn(
    {
      ...engine,
      async insert(rows) {
        if (rows.table === 'incoming' && !hasRoom) throw new AppError('StoreUnavailable');
        await engine.insert(rows);
      },
    },
    {
      dataDir,
      logger,
      onRejected: () => undefined,
      intervalMs: 0,
      retryMs: 20,
      openSpoolFile: async (path): Promise<SpoolFile> => {
        if (!hasRoom) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return open(path, 'ax');
      },
    },
  );
});
afterEach(async () => {
  hasRoom = true;
  await recorder?.close();
  recorder = undefined;
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(
  options: { maxWaiting?: number; retryMs?: number; monotonic?: () => number; write?: EventStore['write'] } = {},
): RetryRecorder {
  const { write = store.write, monotonic = systemClock.monotonic, ...rest } = options;
  recorder = createRetryRecorder({
    store: { write },
    bots: { touch: (key) => void touched.push(key), touchCall: (key) => void touched.push(`${key} call`) },
    botErrors: { record: (batch) => void failures.push(...batch) },
    onGap: (_bot, events) => {
      gaps += events;
    },
    logger,
    clock: { now: () => receivedAt, monotonic },
    retryMs: 10,
    ...rest,
  });
  return recorder;
}
async function loadEvents(): Promise<string[]> {
  await store.flush();
  const rows = await store.query<{ what: string }>({
    sql: "SELECT if(kind = 'call', name, text) AS what FROM events FINAL WHERE bot = {bot:String} ORDER BY time, what",
    params: { bot: bot.key },
  });
  return rows.map(({ what }) => what);
}
const update = (id: number) => ({
  update_id: id,
  message: {
    message_id: id,
    date: 1_772_359_200,
    chat: { id: 42, type: 'private' },
    from: { id: 42, is_bot: false, first_name: 'Ada' },
    text: `message ${id}`,
  },
});
const item = (id: number) => ({ raw: JSON.stringify(update(id)), update: update(id) });
const call = {
  method: 'sendmessage',
  params: { chat_id: '42', text: 'Hello' },
  files: [],
  status: 200,
  response: { ok: true, result: { message_id: 9, date: 1_772_359_200, chat: { id: 42, type: 'private' } } },
  startedAt: Date.parse('2026-03-01T10:00:00.250Z'),
  via: 'proxy',
} as const;

it('resolves when what it was given is on disk', async () => {
  hasRoom = true;
  const retryRecorder = start();
  await Promise.all([retryRecorder.recordUpdates(bot, [item(1), item(2)]), retryRecorder.recordCall(bot, call)]);
  expect(retryRecorder.waiting()).toEqual({ events: 0, size: 0 });
  expect(await loadEvents()).toEqual(['sendMessage', 'message 1', 'message 2']);
  expect(touched).toEqual([bot.key, `${bot.key} call`]);
  expect(failures).toEqual([]);
});

it('waits for a full disk, and then records everything once', async () => {
  const retryRecorder = start();
  let isDurable = false;
  const all = [
    retryRecorder.recordUpdates(bot, [item(1)]),
    retryRecorder.recordUpdates(bot, [item(2), item(3)]),
    retryRecorder.recordCall(bot, call),
    // Telegram repeats what it believes undelivered; the copy is the same event.
    retryRecorder.recordUpdates(bot, [item(1)]),
  ];
  const everything = Promise.all(all).then(() => {
    isDurable = true;
  });
  await expect.poll(() => retryRecorder.waiting().events).toBe(5);
  expect(isDurable).toBe(false);
  hasRoom = true;
  await everything;
  expect(retryRecorder.waiting()).toEqual({ events: 0, size: 0 });
  expect(await loadEvents()).toEqual(['sendMessage', 'message 1', 'message 2', 'message 3']);
  expect([failures, gaps]).toEqual([[], 0]);
});

it('writes the calls of a moment together: nobody waits for them', async () => {
  hasRoom = true;
  const writes: number[] = [];
  const retryRecorder = start({
    write: async (events) => {
      writes.push(events.length);
      await store.write(events);
    },
  });
  await Promise.all(
    [1, 2, 3].map((number) => retryRecorder.recordCall(bot, { ...call, startedAt: call.startedAt + number })),
  );
  expect(writes).toEqual([3]);
});

it('is behind while the store is away, and when it has not answered for a second', async () => {
  const answers: (() => void)[] = [];
  let time = 0;
  const retryRecorder = start({
    monotonic: () => time,
    write: () =>
      new Promise((resolve) => {
        answers.push(resolve);
      }),
  });
  void retryRecorder.recordUpdates(bot, [item(1)]);
  expect(retryRecorder.hasBacklog()).toBe(false);
  time += 1_001;
  expect(retryRecorder.hasBacklog()).toBe(true);
  for (const answer of answers) answer();
  await expect.poll(retryRecorder.hasBacklog).toBe(false);
});

it('leaves the store in peace while it is away: one attempt at a time', async () => {
  let attempts = 0;
  const retryRecorder = start({
    retryMs: 60_000,
    write: async () => {
      attempts += 1;
      throw new AppError('StoreUnavailable');
    },
  });
  void retryRecorder.recordUpdates(bot, [item(0)]);
  await expect.poll(() => attempts).toBe(1);
  for (let id = 1; id < 500; id += 1) void retryRecorder.recordUpdates(bot, [item(id)]);
  await Promise.resolve();
  expect([attempts, retryRecorder.waiting().events]).toEqual([1, 500]);
});

it('counts what finds no room as a gap of its bot, and goes on', async () => {
  const retryRecorder = start({ maxWaiting: 2_000 });
  const recording = retryRecorder.recordUpdates(bot, [item(1)]);
  await retryRecorder.recordUpdates(
    bot,
    Array.from({ length: 7 }, (_, id) => item(100 + id)),
  );
  const other = { key: freshBot(), start_rules: null };
  await retryRecorder.recordUpdates(
    other,
    Array.from({ length: 3 }, (_, id) => item(id)),
  );
  expect(failures).toEqual([
    { bot: bot.key, kind: 'gap', code: 0, reason: 'NotRecorded', text: expect.stringMatching(/memory/), count: 7 },
    { bot: other.key, kind: 'gap', code: 0, reason: 'NotRecorded', text: expect.stringMatching(/memory/), count: 3 },
  ]);
  expect(gaps).toBe(10);
  hasRoom = true;
  await recording;
  await retryRecorder.recordUpdates(bot, [item(2)]);
  expect(await loadEvents()).toEqual(['message 1', 'message 2']);
});

it('counts what is left at the end as a gap, and lets nobody wait', async () => {
  const retryRecorder = start();
  const recording = retryRecorder.recordUpdates(bot, [item(1), item(2)]);
  await retryRecorder.close();
  await recording;
  await retryRecorder.recordUpdates(bot, [item(3)]);
  expect(failures.map(({ kind, count }) => [kind, count])).toEqual([
    ['gap', 2],
    ['gap', 1],
  ]);
});

it('logs failed calls and invalid updates for the owner, recorded or not', async () => {
  hasRoom = true;
  const retryRecorder = start();
  const response = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' };
  await retryRecorder.recordCall(bot, { ...call, status: 403, response });
  await retryRecorder.recordCall(bot, { ...call, method: 'sendPhoto', status: 0, response: undefined });
  // Telegram executes a reply itself; its answer reaches no one.
  await retryRecorder.recordCall(bot, { ...call, method: 'sendDice', status: 0, response: undefined, via: 'reply' });
  await retryRecorder.recordCall(bot, {
    ...call,
    method: 'getChat',
    status: 400,
    response: { ok: false, error_code: 400 },
  });
  await retryRecorder.recordUpdates(bot, [{ raw: '[]', update: [] }]);
  expect(failures.map(({ kind, code, method, reason }) => [kind, code, method, reason])).toEqual([
    ['call', 403, 'sendMessage', 'Refused'],
    ['call', 0, 'sendPhoto', 'Timeout'],
    ['update', 400, undefined, 'NotAnObject'],
  ]);
  expect(failures[0]?.text).toMatch(/^Forbidden: bot was blocked by the user\n\{"method":"sendMessage"/);
  expect(await loadEvents()).toEqual(['sendDice', 'sendMessage', 'sendPhoto']);
});

it('does not retry forever what can never be stored', async () => {
  const retryRecorder = start({
    write: async () => {
      throw new TypeError('not a row');
    },
  });
  await retryRecorder.recordUpdates(bot, [item(1)]);
  expect(failures).toMatchObject([{ kind: 'gap', count: 1 }]);
  expect(retryRecorder.waiting().events).toBe(0);
});
