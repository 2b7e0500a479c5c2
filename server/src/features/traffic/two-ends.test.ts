import { beforeEach, expect, test, vi } from 'vitest';
import { createLeaseTable } from '../../ingest/leases/lease-table.ts';
import { asPassed } from '../../ingest/proxy/passed-call.ts';
import type { Intercepts } from '../../ingest/proxy/proxy-deps.ts';
import { createChannel } from '../../platform/channel/channel.ts';
import { AppError } from '../../platform/errors.ts';
import type { BotRow } from '../bots/bots.ts';
import { unsharedLeases } from '../leases/feature.ts';
import type { LocalHost } from './local-host.ts';
import { trafficLimits } from './messages.ts';
import { createRemoteHost, type RemoteHost } from './remote-host.ts';
import { serveTraffic } from './serve-traffic.ts';
import type { TrafficBot } from './traffic-host.ts';

const logger = { error: vi.fn(), warn: vi.fn() };
const anna: TrafficBot = {
  key: '000000000000a',
  start_rules: null,
  token_hash: 'hash',
  webhook: 'https://anna.example/hook',
  botWebhookSecret: null,
  ourHookSecret: 'ours',
  token: '1:token',
  apiRoot: 'https://api.telegram.org',
  recordsCalls: true,
  delivery: 'webhook',
  allowedUpdates: null,
};

/** Actions of the app process, as words, and the bots as it knows them. */
let log: string[];
let bots: Map<string, TrafficBot>;
let isStoreAway: boolean;
let changedListeners: Set<(key: string | null) => void>;
let removedListeners: Set<(key: string) => void>;
let takenListeners: Set<(key: string) => void>;
let retryListeners: ((key: string) => void)[];
/** Resolves recordings; by default at once. */
let durable: Promise<void>;
let remote: RemoteHost;
let served: { unrecorded(): Promise<number>; close(): Promise<void> };

const notifyChange = (key: string | null): void => {
  for (const listener of changedListeners) listener(key);
};
const intercepts: Intercepts<{ key: string }> = {
  async setWebhook({ key }, token, { params, hasCertificate, drop }) {
    await drop?.();
    const bot = bots.get(key);
    if (bot !== undefined) bots.set(key, { ...bot, webhook: params.url ?? '' });
    notifyChange(key);
    log.push(`setWebhook ${key} ${token} ${hasCertificate}`);
    return { status: 200, body: 'set' };
  },
  deleteWebhook: async (_bot, _token, { dropPending }) => ({ status: 200, body: String(dropPending) }),
  getWebhookInfo: async () => 'forward',
  logOut: async () => 'forward',
  close: async () => {
    throw new AppError('TelegramUnavailable');
  },
  beginPolling: async ({ key }) => {
    log.push(`beginPolling ${key}`);
    return true;
  },
  rememberAllowedUpdates: ({ key }, kinds) => void log.push(`allowed ${key} ${kinds?.join()}`),
  problem: ({ key }, code, detail) => void log.push(`problem ${key} ${code} ${detail}`),
};

/** Starts an app process's end and joins it with the traffic process's, by a pipe that copies. */
async function startApp(): Promise<void> {
  const readBot = (match: TrafficBot | undefined): TrafficBot | null => {
    if (isStoreAway) throw new AppError('StoreUnavailable');
    return match ?? null;
  };
  const host: LocalHost = {
    bot: async (key) => readBot(bots.get(key)),
    botOfToken: async (token) => readBot([...bots.values()].find((bot) => bot.token === token)),
    ofRow: (row) => bots.get(row.key) ?? null,
    recorder: {
      async recordUpdates({ key }, updates, receivedAt) {
        await durable;
        log.push(`recorded ${key} ${updates.map(({ raw }) => raw).join()} at ${receivedAt}`);
      },
      async recordCall({ key }, { json }) {
        await durable;
        log.push(`recorded ${key} ${(JSON.parse(json) as { method: string }).method}`);
      },
      hasBacklog: () => false,
      waiting: () => ({ events: 0, size: 0 }),
    },
    reportFailure: (bot, { reason, count = 1 }) => void log.push(`failure ${bot} ${reason} ${count}`),
    noteGap: (bot, events) => void log.push(`gap ${bot} ${events}`),
    noteBotState: (bot, { queued }) => void log.push(`state ${bot} ${queued}`),
    intercepts,
    waiting: { setCount: () => undefined, onRetry: () => undefined },
    leases: createLeaseTable(unsharedLeases),
    setIsIdle: () => undefined,
    takenChats: (key) => bots.get(key)?.takenChats ?? [],
    noteWithheld: (bot, user, queryId) => void log.push(`withheld ${bot} ${user} ${queryId}`),
    noteMailingPress: (bot, { action, userId }) => void log.push(`press ${bot} ${action} ${userId}`),
    noteStart: (bot, user) => void log.push(`start ${bot} ${user}`),
    onRemoved(listener) {
      removedListeners.add(listener);
      return () => removedListeners.delete(listener);
    },
    close: async () => undefined,
  };
  served = await serveTraffic({
    host,
    bots: {
      all: async () => [...bots.keys()].map((key) => ({ key, is_demo: false }) as BotRow),
      onChanged(listener) {
        changedListeners.add(listener);
        return () => changedListeners.delete(listener);
      },
    },
    takeovers: {
      onChanged(listener) {
        takenListeners.add(listener);
        return () => takenListeners.delete(listener);
      },
    },
    waiting: {
      setCount: (bot, count) => void log.push(`count ${bot} ${count}`),
      onRetry: (listener) => void retryListeners.push(listener),
    },
    leases: unsharedLeases,
    port(handlers) {
      const channel = createChannel(handlers, trafficLimits, logger);
      channel.open((batch) => {
        const copy: unknown = structuredClone(batch);
        setImmediate(() => remote.channel.isOpen() && remote.channel.receive(copy));
      });
      remote.connected((batch) => {
        const copy: unknown = structuredClone(batch);
        setImmediate(() => channel.receive(copy));
      });
      return channel;
    },
    onVitals: () => undefined,
  });
}

/** Until what was sent has arrived, and its answer too. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(async () => {
  log = [];
  bots = new Map([[anna.key, anna]]);
  isStoreAway = false;
  changedListeners = new Set();
  removedListeners = new Set();
  takenListeners = new Set();
  retryListeners = [];
  durable = Promise.resolve();
  remote = createRemoteHost((token) => (token === '1:token' ? 'hash' : 'no hash'), logger);
  await startApp();
  await settled();
  log = [];
});

test('bots are known before they are asked for, also while their store is away', async () => {
  isStoreAway = true;
  expect(await remote.bot(anna.key)).toEqual(anna);
  expect(await remote.botOfToken('1:token')).toEqual(anna);
  await expect(remote.bot('000000000000b')).rejects.toMatchObject({ code: 'StoreUnavailable' });
});

test('an unknown bot is asked for, and known from then on', async () => {
  const boris = { ...anna, key: '000000000000b', token: null, token_hash: 'other' };
  expect(await remote.bot(boris.key)).toBeNull();
  bots.set(boris.key, boris);
  expect(await remote.bot(boris.key)).toEqual(boris);
});

test('a change is there before the answer to the call that made it', async () => {
  const answer = await remote.intercepts.setWebhook(anna, '1:token', {
    params: { url: 'https://new.example' },
    hasCertificate: false,
  });
  expect(answer).toEqual({ status: 200, body: 'set' });
  expect((await remote.bot(anna.key))?.webhook).toBe('https://new.example');
});

test('calls with answers of every kind', async () => {
  expect(await remote.intercepts.deleteWebhook(anna, 't', { dropPending: true })).toEqual({
    status: 200,
    body: 'true',
  });
  expect(await remote.intercepts.getWebhookInfo(anna, 't')).toBe('forward');
  await expect(remote.intercepts.close(anna, 't')).rejects.toMatchObject({ code: 'TelegramUnavailable' });
  expect(await remote.intercepts.beginPolling(anna, 't')).toBe(true);
  remote.intercepts.rememberAllowedUpdates(anna, ['message']);
  remote.intercepts.problem(anna, 'TokenRevoked', 'Unauthorized');
  await settled();
  expect(log).toEqual([
    'beginPolling 000000000000a',
    'allowed 000000000000a message',
    'problem 000000000000a TokenRevoked Unauthorized',
  ]);
});

test('taken chats are known there as soon as they change, and what happens in them is said here', async () => {
  expect(remote.takenChats(anna.key)).toEqual([]);
  const takenChats = [{ user: 7, mode: 'drop' as const, since: 1, until: 2 }];
  bots.set(anna.key, { ...anna, takenChats });
  for (const listener of takenListeners) listener(anna.key);
  await settled();
  expect(remote.takenChats(anna.key)).toEqual(takenChats);
  remote.noteWithheld(anna.key, 7, 'query');
  remote.noteStart(anna.key, 7);
  await settled();
  expect(log).toEqual(['withheld 000000000000a 7 query', 'start 000000000000a 7']);
});

test('updates that wait at Telegram are read here when the app process says so', async () => {
  const drop = vi.fn(async () => void log.push('drained'));
  await remote.intercepts.setWebhook(anna, 't', { params: {}, hasCertificate: false, drop });
  expect(log).toEqual(['drained', 'setWebhook 000000000000a t false']);
});

test('traffic is recorded there, and confirmed', async () => {
  await remote.recorder.recordUpdates(anna, [{ raw: '{"update_id":1}', update: {} }]);
  const call = {
    method: 'sendMessage',
    params: {},
    files: [],
    status: 200,
    response: null,
    startedAt: 1,
    finishedAt: 2,
  };
  await remote.recorder.recordCall(anna, {
    method: 'sendMessage',
    json: JSON.stringify(asPassed({ ...call, via: 'proxy' })),
  });
  expect(log).toEqual([
    expect.stringMatching(/^recorded 000000000000a \{"update_id":1\} at \d+$/),
    'recorded 000000000000a sendMessage',
  ]);
  expect(await served.unrecorded()).toBe(0);
});

test('traffic that an app process did not confirm goes to the next one', async () => {
  durable = new Promise(() => undefined);
  const recording = remote.recorder.recordUpdates(anna, [{ raw: '{"update_id":1}', update: {} }]);
  await settled();
  expect(await served.unrecorded()).toBe(1);
  remote.disconnected();
  durable = Promise.resolve();
  await startApp();
  await recording;
  expect(log.filter((line) => line.startsWith('recorded'))).toHaveLength(1);
});

test('bots stay known while the app process is away, and what it must know waits for it', async () => {
  remote.waiting.setCount(anna.key, 3);
  remote.noteBotState(anna.key, { queued: 3, downSince: 5 });
  await settled();
  remote.disconnected();
  log = [];
  expect(await remote.bot(anna.key)).toEqual(anna);
  await expect(remote.intercepts.getWebhookInfo(anna, 't')).rejects.toMatchObject({ code: 'StoreUnavailable' });
  remote.reportFailure(anna.key, { kind: 'relay', code: 0, reason: 'Timeout', text: '' });
  remote.noteGap(anna.key, 7);
  await startApp();
  await settled();
  expect(log.toSorted()).toEqual([
    'count 000000000000a 3',
    'failure 000000000000a Timeout 1',
    'gap 000000000000a 7',
    'state 000000000000a 3',
  ]);
});

test('a bot that was removed while the app process was away is gone when it is back', async () => {
  remote.disconnected();
  bots.clear();
  await startApp();
  await settled();
  expect(await remote.bot(anna.key)).toBeNull();
});

test('a removed bot is forgotten, and its traffic is confirmed', async () => {
  const removedKeys: string[] = [];
  remote.onRemoved((key) => removedKeys.push(key));
  bots.clear();
  for (const listener of removedListeners) listener(anna.key);
  await settled();
  expect(removedKeys).toEqual([anna.key]);
  expect(await remote.bot(anna.key)).toBeNull();
  await remote.recorder.recordUpdates(anna, [{ raw: '{}', update: {} }]);
  expect(log).toEqual([]);
});

test('a request to deliver now arrives', async () => {
  const retried: string[] = [];
  remote.waiting.onRetry((key) => void retried.push(key));
  for (const listener of retryListeners) listener(anna.key);
  await settled();
  expect(retried).toEqual([anna.key]);
});

test('all bots are compared where anything may have changed', async () => {
  bots.set(anna.key, { ...anna, webhook: 'https://other.example' });
  notifyChange(null);
  await settled();
  expect((await remote.bot(anna.key))?.webhook).toBe('https://other.example');
});
