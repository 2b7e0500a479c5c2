import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSilenceWatch } from './silence-watch.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 27) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that is silent from `silentFrom` until `silentUntil`: each look takes five seconds. */
function startWatch(silentFrom: number, silentUntil = Number.POSITIVE_INFINITY) {
  const begin = Date.now();
  let looks = 0;
  const watch = createSilenceWatch(async () => {
    looks += 1;
    const ms = Date.now() - begin;
    if (ms < silentFrom || ms >= silentUntil) return true;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return false;
  });
  const endTimes: Record<string, number> = {};
  const begins = (name: string) =>
    watch.watch(() => {
      endTimes[name] = (Date.now() - begin) / 1_000;
    });
  return { watch, begins, ended: endTimes, looks: () => looks };
}

it('ends what waits when two looks in a row had no answer', async () => {
  const { begins, ended } = startWatch(0);
  begins('report');
  await vi.advanceTimersByTimeAsync(60_000);
  // 5 s, a look of 5 s, 1 s, a look of 5 s.
  expect(ended).toEqual({ report: 16 });
});

it('ends a statement sooner that begins while the server is known as silent', async () => {
  const { begins, ended } = startWatch(0);
  begins('first');
  await vi.advanceTimersByTimeAsync(20_000);
  begins('second');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toEqual({ first: 16, second: 26 });
});

it('does not judge a statement by a look that began before it', async () => {
  const { begins, ended } = startWatch(0);
  begins('first');
  await vi.advanceTimersByTimeAsync(12_000);
  begins('second');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toEqual({ first: 16, second: 22 });
});

it('lets a server work for as long as it wants while it answers', async () => {
  const { begins, ended, looks } = startWatch(Number.POSITIVE_INFINITY);
  begins('rewrite of ten minutes');
  await vi.advanceTimersByTimeAsync(600_000);
  expect([ended, looks()]).toEqual([{}, 120]);
});

it('takes one look without an answer as chance', async () => {
  const { begins, ended } = startWatch(4_000, 9_000);
  begins('report');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toEqual({});
});

it('asks nothing while nothing waits', async () => {
  const { begins, looks, watch } = startWatch(0);
  const stop = begins('quick report');
  stop();
  begins('report')();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(looks()).toBe(0);
  begins('another');
  watch.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks()).toBe(0);
});
