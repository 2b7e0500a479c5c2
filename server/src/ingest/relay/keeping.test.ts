import { open } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DurableFile } from '../../platform/journal/durable-file.ts';
import type { HookBot, RelayDeps } from './relay.ts';
import { botKey, ourHookSecret, type RelayWorld, startRelayWorld } from './test-relay.ts';

let world: RelayWorld;
afterEach(async () => {
  await world.stop();
});
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 2 });
const allDelivered = () => until(() => world.simulated.pending === 0);

/** Holds one message of each of these users, and gives the numbers of the updates. */
async function holdSome(names: string[], options: Partial<RelayDeps<HookBot>> = {}): Promise<number[]> {
  world = await startRelayWorld(options);
  await world.bot.stop();
  await world.setWebhook('ours');
  for (const name of names) world.telegram.user({ first_name: name }).sends(name);
  await allDelivered();
  return world.recorded.map((raw) => JSON.parse(raw).update_id as number).sort((a, b) => a - b);
}

async function push(raw: string): Promise<number> {
  return (await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, { method: 'POST', body: raw })).status;
}

describe('a queued update', () => {
  it('is there after a restart, in order, and is recorded once more', async () => {
    await holdSome(['Anna', 'Boris']);
    const raws = [...world.recorded];
    world.recorded.length = 0;
    const bytes: string[] = [];
    await world.restart();
    expect(world.relay.queued(botKey)).toBe(2);
    expect(world.state.queued).toBe(2);
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    bytes.push(...world.bot.received.map(({ body }) => body));
    expect(bytes.sort()).toEqual(raws.sort());
    expect([...world.recorded].sort()).toEqual(raws);
  });

  it('is not delivered again: neither while it waits, nor when it was delivered, nor after a restart', async () => {
    await holdSome(['Anna']);
    const [raw = ''] = world.recorded;
    expect(await push(raw)).toBe(200);
    expect(world.relay.queued(botKey)).toBe(1);
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    expect(await push(raw)).toBe(200);
    await world.restart();
    expect(await push(raw)).toBe(200);
    expect(world.bot.texts()).toEqual(['Anna']);
    world.clock.advance('1h');
    // An hour later nobody remembers; another delivery from the journal has cleared the notes away by then.
    await world.bot.stop();
    expect(await push('{"update_id":1,"message":{"chat":{"id":1}}}')).toBe(200);
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    expect(await push(raw)).toBe(200);
    expect(world.bot.texts()).toEqual(['Anna', '', 'Anna']);
  });

  it('keeps the secret that came with it where the owner set the webhook at Telegram', async () => {
    world = await startRelayWorld();
    await world.bot.stop();
    await world.setWebhook('ours', { secret_token: 'chosen-by-owner' });
    world.telegram.user({ first_name: 'Anna' }).sends('1');
    await allDelivered();
    await world.restart();
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    expect(world.bot.received[0]?.headers['x-telegram-bot-api-secret-token']).toBe('chosen-by-owner');
  });

  it('is read from disk where memory has no room for it', async () => {
    world = await startRelayWorld();
    await world.bot.stop();
    const text = 'x'.repeat(900_000);
    for (let id = 1; id <= 8; id += 1)
      expect(await push(`{"update_id":${id},"message":{"chat":{"id":1},"text":"${id}${text}"}}`)).toBe(200);
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    expect(world.bot.texts().map((one) => one.slice(0, 1))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(world.bot.texts().every((one) => one.length === text.length + 1)).toBe(true);
  });

  it('is forgotten with its bot', async () => {
    await holdSome(['Anna', 'Boris']);
    await world.relay.forget(botKey);
    expect(world.relay.queued(botKey)).toBe(0);
    await world.restart();
    expect(world.relay.queued(botKey)).toBe(0);
    expect(world.state).toEqual({ queued: 0, downSince: expect.any(Number) });
  });

  it('waits for its polling when the bot has no webhook any more', async () => {
    await holdSome(['Anna']);
    const recordedBefore = world.failures.length;
    Object.assign(world.hookBot, { webhook: '', delivery: 'getUpdates' });
    world.relay.retryNow(botKey);
    await until(() => world.clock.nextIn === 60_000);
    expect((await world.relay.takeQueued(botKey, 0, 100)).length).toBe(1);
    expect(world.failures.length).toBe(recordedBefore);
  });

  it('is dropped, and reported, when the bot only collects from now on', async () => {
    await holdSome(['Anna', 'Anna', 'Boris']);
    const [recordedBefore, raws] = [world.failures.length, [...world.recorded]];
    world.recorded.length = 0;
    world.hookBot.webhook = '';
    await world.restart();
    await until(() => world.relay.queued(botKey) === 0);
    expect(world.failures.slice(recordedBefore).map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(
      Array(3).fill('relay Expired'),
    );
    expect([...world.recorded].sort()).toEqual(raws.sort());
    expect(world.bot.received).toEqual([]);
    await world.restart();
    expect(world.relay.queued(botKey)).toBe(0);
  });
});

describe('a bot that begins to poll', () => {
  it('gets what is queued, by number, confirms by offset, and its webhook is left alone', async () => {
    const ids = await holdSome(['Anna', 'Boris', 'Clara', 'Dora']);
    const [first = 0, second = 0, third = 0] = ids;
    const raws = [...world.recorded].sort();
    expect(await world.relay.takeQueued(botKey, 0, 2)).toEqual([
      { id: first, raw: raws[0] },
      { id: second, raw: raws[1] },
    ]);
    expect(world.relay.queued(botKey)).toBe(4);
    await world.bot.start();
    world.clock.advance('60s');
    expect((await world.relay.takeQueued(botKey, third, 100)).map(({ id }) => id)).toEqual(ids.slice(2));
    expect(world.relay.queued(botKey)).toBe(2);
    expect((await world.relay.takeQueued(botKey, -1, 100)).map(({ id }) => id)).toEqual(ids.slice(3));
    expect(await world.relay.takeQueued(botKey, (ids[3] ?? 0) + 1, 100)).toEqual([]);
    expect(world.relay.queued(botKey)).toBe(0);
    await world.restart();
    expect(world.relay.queued(botKey)).toBe(0);
    expect(world.bot.received).toEqual([]);
  });

  it('and stops polling: its webhook is tried again after two minutes', async () => {
    await holdSome(['Anna']);
    expect((await world.relay.takeQueued(botKey, 0, 100)).length).toBe(1);
    await world.bot.start();
    world.clock.advance('119s');
    expect(world.bot.received).toEqual([]);
    world.clock.advance('1s');
    await until(() => world.relay.queued(botKey) === 0);
    expect(world.bot.texts()).toEqual(['Anna']);
  });
});

describe('a disk that takes nothing', () => {
  const disk = { isFull: false };
  const openFile = async (path: string): Promise<DurableFile> => {
    const file = await open(path, 'ax');
    return {
      async writev(buffers) {
        if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return await file.writev(buffers);
      },
      truncate: (bytes) => file.truncate(bytes),
      close: () => file.close(),
    };
  };

  it("hands the bot's failure to Telegram, which keeps the update", async () => {
    disk.isFull = true;
    world = await startRelayWorld({ openFile });
    world.bot.answer = (_request, response) => response.writeHead(500).end();
    await world.setWebhook('ours');
    const anna = world.telegram.user({ first_name: 'Anna' });
    anna.sends('1');
    anna.sends('2');
    await until(() => world.bot.received.length === 4 && world.clock.nextIn === 2_000);
    expect(world.simulated.lastDeliveryError?.message).toBe(
      'Wrong response from the webhook: 500 Internal Server Error',
    );
    expect(world.relay.queued(botKey)).toBe(0);
    expect(world.simulated.pending).toBe(2);
    disk.isFull = false;
    world.bot.answer = (_request, response) => response.end();
    world.clock.advance('2s');
    await allDelivered();
    expect([...new Set(world.bot.texts())]).toEqual(['1', '2']);
  });

  it('asks Telegram to come again for what has to wait behind a queued one', async () => {
    disk.isFull = false;
    world = await startRelayWorld({ openFile });
    await world.bot.stop();
    expect(await push('{"update_id":1,"message":{"chat":{"id":1}}}')).toBe(200);
    disk.isFull = true;
    expect(await push('{"update_id":2,"message":{"chat":{"id":1}}}')).toBe(503);
    expect(world.relay.queued(botKey)).toBe(1);
    // The mark of what is delivered now cannot be written; it is owed until there is room.
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    disk.isFull = false;
    await world.restart();
    expect(world.relay.queued(botKey)).toBe(0);
  });
});

describe('recording', () => {
  it('may take 10 ms after the answer of the bot, and then goes on late', async () => {
    const store = Promise.withResolvers<void>();
    world = await startRelayWorld({ record: () => store.promise });
    const answer = push('{"update_id":1,"message":{"chat":{"id":1}}}');
    await until(() => world.bot.received.length === 1 && world.clock.nextIn === 10);
    world.clock.advance('10ms');
    expect(await answer).toBe(200);
    store.resolve();
  });

  it('is not waited for while it is known to be late', async () => {
    world = await startRelayWorld({ record: () => new Promise(() => undefined) });
    world.hasBacklog = true;
    expect(await push('{"update_id":1,"message":{"chat":{"id":1}}}')).toBe(200);
  });

  it('is waited for where it is all there is to do; what is not durable Telegram keeps', async () => {
    const store = Promise.withResolvers<void>();
    world = await startRelayWorld({ record: () => store.promise });
    world.hookBot.webhook = '';
    const answer = push('{"update_id":1,"message":{"chat":{"id":1}}}');
    await until(() => world.clock.nextIn === 20_000);
    world.clock.advance('20s');
    expect(await answer).toBe(503);
    store.resolve();
    expect(await push('{"update_id":1,"message":{"chat":{"id":1}}}')).toBe(200);
  });
});
