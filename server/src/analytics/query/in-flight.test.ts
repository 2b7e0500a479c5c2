import { expect, test } from 'vitest';
import { inFlight } from './in-flight.ts';

/** Work that ends on request and records how often it began and was stopped. */
function workbench() {
  const runs: { end: (value: string) => void; signal: AbortSignal }[] = [];
  const work = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    runs.push({ end: resolve, signal });
    return promise;
  };
  return { runs, work, join: inFlight<string>() };
}

test('equal work is done once while it is under way, other work beside it, and again after its end', async () => {
  const { runs: begun, work, join } = workbench();
  const answers = Promise.all([join('a', undefined, work), join('a', undefined, work)]);
  const other = join('b', undefined, work);
  expect(begun).toHaveLength(2);
  begun[0]?.end('first');
  begun[1]?.end('other');
  expect(await answers).toEqual(['first', 'first']);
  expect(await other).toBe('other');

  const nextAnswer = join('a', undefined, work);
  expect(begun).toHaveLength(3);
  begun[2]?.end('second');
  expect(await nextAnswer).toBe('second');
});

test('a caller leaves alone; the last one stops the work, and the next caller starts it again', async () => {
  const { runs: begun, work, join } = workbench();
  const [one, otherCaller] = [new AbortController(), new AbortController()];
  const first = join('a', one.signal, work);
  const second = join('a', otherCaller.signal, work);
  one.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(begun[0]?.signal.aborted).toBe(false);
  otherCaller.abort(new Error('left too'));
  await expect(second).rejects.toThrow('left too');
  expect(begun[0]?.signal.aborted).toBe(true);
  const third = join('a', undefined, work);
  begun.at(-1)?.end('again');
  expect(await third).toBe('again');
});

test('a failure reaches every caller, and a caller that has left starts nothing', async () => {
  const join = inFlight<string>();
  const fails = () => Promise.reject(new Error('no engine'));
  const answers = [join('a', undefined, fails), join('a', undefined, fails)];
  for (const one of answers) await expect(one).rejects.toThrow('no engine');
  await expect(join('a', AbortSignal.abort(new Error('gone')), fails)).rejects.toThrow('gone');
});
