import { expect, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { type Channel, type ChannelHandlers, createChannel } from './channel.ts';

interface Counter {
  calls: { add: { args: [by: number]; result: number }; fail: { args: [code: string]; result: number } };
  notices: { reset: number };
}
interface Screen {
  calls: Record<string, never>;
  notices: { shown: string };
}

const logger = { error: () => undefined };
const limits = { add: 2_000, fail: 5_000 };

let now = 0;

/** Two ends with a pipe between them that copies like one of the system. */
function connect(overrides: Partial<ChannelHandlers<Counter>['calls']> = {}) {
  const log: string[] = [];
  const batches: number[] = [];
  let sum = 0;
  const counter: Channel<Screen> = createChannel<Counter, Screen>(
    {
      calls: {
        async add(amount) {
          sum += amount;
          counter.notify('shown', String(sum));
          return sum;
        },
        async fail(code) {
          throw code === '' ? new Error('broken') : new AppError('NotFound', { message: code });
        },
        ...overrides,
      },
      notices: {
        reset(value) {
          sum = value;
        },
      },
    },
    {},
    logger,
  );
  const screen = createChannel<Screen, Counter>(
    { calls: {}, notices: { shown: (text) => void log.push(text) } },
    limits,
    logger,
    () => now,
  );
  const pipe = (to: { receive(batch: unknown): void }) => (batch: unknown[]) => {
    batches.push(batch.length);
    const copy: unknown = structuredClone(batch);
    setImmediate(() => to.receive(copy));
  };
  screen.open(pipe(counter));
  counter.open(pipe(screen));
  return { screen, counter, log, batches };
}

test('calls are answered, and what the other end said before its answer is there before it', async () => {
  const { screen, log } = connect();
  screen.notify('reset', 10);
  const entries: string[] = [];
  const second = screen.call('add', 2).then((sum) => entries.push(`${sum} after ${log.join()}`));
  await second;
  expect(entries).toEqual(['12 after 12']);
});

test('calls and notices made within one turn are one batch', async () => {
  const { screen, batches } = connect();
  await Promise.all([screen.call('add', 1), screen.call('add', 1), screen.call('add', 1)]);
  // Three calls; three notices and three results.
  expect(batches).toEqual([3, 6]);
});

test('errors come back as what they were', async () => {
  const { screen } = connect();
  await expect(screen.call('fail', 'no such thing')).rejects.toMatchObject({
    name: 'AppError',
    code: 'NotFound',
    message: 'no such thing',
  });
  await expect(screen.call('fail', '')).rejects.toThrow('broken');
});

test('a call that the other end does not have is refused', async () => {
  const { screen } = connect({ add: undefined as never });
  await expect(screen.call('add', 1)).rejects.toThrow('does not have');
});

test('calls and notices are not kept without the other end; calls under way are rejected when it goes', async () => {
  const { screen } = connect({ add: () => new Promise<number>(() => undefined) });
  const openCall = screen.call('add', 1);
  const rejected = expect(openCall).rejects.toMatchObject({ code: 'StoreUnavailable' });
  screen.giveUpCalls();
  await rejected;
  const after = screen.call('add', 1);
  screen.close();
  await expect(after).rejects.toMatchObject({ code: 'StoreUnavailable' });
  await expect(screen.call('add', 1)).rejects.toMatchObject({ code: 'StoreUnavailable' });
  expect(screen.notify('reset', 1)).toBe(false);
  expect(screen.isOpen()).toBe(false);
});

/*
 * | call        | limit | after 1.9 s | 2 s     | 4.9 s | 5 s     | answer at 6 s |
 * |-------------|-------|-------------|---------|-------|---------|---------------|
 * | add         | 2 s   | waits       | refused |       |         | of no use     |
 * | fail        | 5 s   | waits       | waits   | waits | refused |               |
 */
test('an end that is there and says nothing is waited for as long as the call allows', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    now = 0;
    const { promise: silent, resolve: answerLate } = Promise.withResolvers<number>();
    const { screen } = connect({ add: () => silent, fail: () => silent });
    const endedCalls: string[] = [];
    const note = (name: string) => (error: { code?: string }) => void endedCalls.push(`${name} ${error.code}`);
    screen.call('add', 1).catch(note('add'));
    screen.call('fail', 'x').catch(note('fail'));
    const advance = async (ms: number): Promise<string> => {
      now = ms;
      vi.advanceTimersByTime(500);
      await new Promise((resolve) => setImmediate(resolve));
      return endedCalls.join();
    };
    expect(await advance(1_900)).toBe('');
    expect(await advance(2_000)).toBe('add StoreUnavailable');
    expect(await advance(4_900)).toBe('add StoreUnavailable');
    expect(await advance(5_000)).toBe('add StoreUnavailable,fail StoreUnavailable');
    // No call waits: no timer is left.
    expect(vi.getTimerCount()).toBe(0);
    answerLate(7);
    expect(await advance(6_000)).toBe('add StoreUnavailable,fail StoreUnavailable');
    expect(await connect().screen.call('add', 3)).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer to a call of before goes nowhere after a new start', async () => {
  const { screen } = connect();
  const first = screen.call('add', 1);
  screen.close();
  await expect(first).rejects.toMatchObject({ code: 'StoreUnavailable' });
  screen.receive([['result', 1, 99]]);
  const sentMessages: unknown[] = [];
  screen.open((batch) => sentMessages.push(...batch));
  const second = screen.call('add', 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sentMessages).toEqual([['call', 'add', 2, [1]]]);
  screen.receive([['result', 2, 7]]);
  expect(await second).toBe(7);
});

test('a notice that fails does not keep the next from being taken', () => {
  const errors: object[] = [];
  const log: string[] = [];
  const screen = createChannel<Screen, Counter>(
    {
      calls: {},
      notices: {
        shown(text) {
          if (text === 'bad') throw new Error('broken');
          log.push(text);
        },
      },
    },
    limits,
    { error: (details: object) => void errors.push(details) },
  );
  screen.receive([
    ['notice', 'shown', 'bad'],
    ['notice', 'shown', 'good'],
  ]);
  expect(log).toEqual(['good']);
  expect(errors).toHaveLength(1);
});
