import { expect, test } from 'vitest';
import { createFairLock } from './fair-lock.ts';

test('one at a time, and the turns go round among the lanes', async () => {
  const lock = createFairLock();
  const begun: string[] = [];
  let underWay = 0;
  const work = (name: string) => async () => {
    begun.push(name);
    underWay += 1;
    expect(underWay).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return name;
  };
  const crowd = ['a1', 'a2', 'a3', 'a4'].map((name) => lock.run('a', work(name)));
  const others = [lock.run('b', work('b1')), lock.run('c', work('c1')), lock.run('b', work('b2'))];
  expect(await Promise.all([...crowd, ...others])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('work that fails passes its turn on', async () => {
  const lock = createFairLock();
  const failed = lock.run('a', () => Promise.reject(new Error('no')));
  const next = lock.run('a', async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await lock.run('b', async () => 'free')).toBe('free');
});
