import { expect, test } from 'vitest';
import { createFairLock } from './fair-lock.ts';

test('one at a time, and the turns go round among the lanes', async () => {
  const lock = createFairLock();
  const startedNames: string[] = [];
  let holders = 0;
  const work = async (lane: string, name: string): Promise<void> => {
    await lock.acquire(lane);
    startedNames.push(name);
    holders += 1;
    expect(holders).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    holders -= 1;
    lock.release();
  };
  const crowd = ['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name));
  await Promise.all([...crowd, work('b', 'b1'), work('c', 'c1'), work('b', 'b2')]);
  expect(startedNames).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  await work('d', 'd1');
  expect(startedNames.at(-1)).toBe('d1');
});
