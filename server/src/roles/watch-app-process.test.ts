import { afterEach, expect, test, vi } from 'vitest';
import { type SilenceWatch, watchAppProcess } from './watch-app-process.ts';

let watch: SilenceWatch | undefined;
afterEach(() => {
  watch?.close();
  vi.useRealTimers();
});

/** A process that answers when the test lets it, and how often requests were given up. */
function start() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const pings: PromiseWithResolvers<void>[] = [];
  const silences: boolean[] = [];
  const silenceWatch = watchAppProcess({
    ping() {
      pings.push(Promise.withResolvers());
      return pings.at(-1)?.promise ?? Promise.resolve();
    },
    onSilent: (isNew) => void silences.push(isNew),
  });
  watch = silenceWatch;
  return {
    ...silenceWatch,
    pings,
    silences,
    async pass(seconds: number): Promise<void> {
      vi.advanceTimersByTime(seconds * 1_000);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a process that answers is asked again and again; one that stops hangs after ten seconds, until it says anything', async () => {
  const { begin, heard, isSilent, pass, pings, silences } = start();
  // It loads for a minute; nobody reaches it yet.
  await pass(60);
  expect([isSilent(), pings.length]).toEqual([false, 1]);
  pings.at(-1)?.resolve();
  await pass(0);
  for (let second = 1; second <= 30; second += 1) {
    await pass(1);
    pings.at(-1)?.resolve();
    await pass(0);
  }
  expect([pings.length, isSilent()]).toEqual([31, false]);
  await pass(9);
  expect([isSilent(), silences]).toEqual([false, []]);
  await pass(3);
  // One ping is open: no other is behind it.
  expect([isSilent(), silences, pings.length]).toEqual([true, [true, false, false], 32]);
  heard();
  expect(isSilent()).toBe(false);
  await pass(9);
  expect(silences).toHaveLength(3);
  // Another process in its place loads as long as it takes.
  begin();
  await pass(60);
  expect(silences).toHaveLength(3);
});

test('a ping that is refused is none that was answered, and is repeated', async () => {
  const { heard, isSilent, pass, pings } = start();
  heard();
  for (let second = 1; second <= 10; second += 1) {
    await pass(1);
    pings.at(-1)?.reject(new Error('away'));
    await pass(0);
  }
  expect([pings.length, isSilent()]).toEqual([10, true]);
});
