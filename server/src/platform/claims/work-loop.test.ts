import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWorkLoop } from './work-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loop whose rounds begin at these moments, ms; each does the next of `results`, the last one again and again. */
function startLoop(results: readonly (number | Error | Promise<number>)[]) {
  const [rounds, errors]: [number[], unknown[]] = [[], []];
  const start = Date.now();
  const loop = startWorkLoop({
    async round() {
      const result = results[Math.min(rounds.length, results.length - 1)] ?? 0;
      rounds.push(Date.now() - start);
      if (result instanceof Error) throw result;
      return result;
    },
    longestPauseMs: 10_000,
    onError: (error) => errors.push(error),
  });
  return { loop, rounds, errors };
}

test('a round begins when the one before wanted it, and not before', async () => {
  const { loop, rounds } = startLoop([50, 200, 10_000]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toEqual([0, 51, 252]);
  await loop.close();
});

test('waking begins a round at once; waking during a round begins one after it', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { loop, rounds } = startLoop([10_000, promise, 10_000]);
  await vi.advanceTimersByTimeAsync(30);
  loop.wake();
  await vi.advanceTimersByTimeAsync(70);
  expect(rounds).toEqual([0, 30]);
  loop.wake();
  loop.wake();
  await vi.advanceTimersByTimeAsync(100);
  resolve(10_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toEqual([0, 30, 200]);
  await loop.close();
});

test('pauses after failures double up to the longest, and a round that works ends them', async () => {
  const failure = new Error('the store is away');
  const { loop, rounds, errors } = startLoop([...Array<Error>(7).fill(failure), 10, 1_000_000]);
  await vi.advanceTimersByTimeAsync(200_000);
  const pauses = rounds.slice(1).map((round, index) => round - (rounds[index] ?? 0));
  expect(pauses).toEqual([501, 1_001, 2_001, 4_001, 8_001, 10_001, 10_001, 11]);
  expect(errors).toEqual(Array<Error>(7).fill(failure));
  await loop.close();
});

test('waking does not shorten the pause after a failure', async () => {
  const { loop, rounds } = startLoop([new Error('the store is away'), 10_000]);
  await vi.advanceTimersByTimeAsync(10);
  loop.wake();
  await vi.advanceTimersByTimeAsync(400);
  expect(rounds).toEqual([0]);
  await vi.advanceTimersByTimeAsync(100);
  expect(rounds).toEqual([0, 501]);
  await loop.close();
});

test('closing waits for the round under way and begins no other', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { loop, rounds } = startLoop([promise]);
  let isClosed = false;
  const closed = loop.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isClosed).toBe(false);
  resolve(0);
  await closed;
  loop.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toEqual([0]);
});
