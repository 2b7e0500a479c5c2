import { expect, test } from 'vitest';
import { createFairSet } from './fair-set.ts';

test('a flood fills what is free, and leaves a share to each newcomer', () => {
  const set = createFairSet<string>(100);
  for (let index = 0; index < 1_000; index += 1) set.add('flood', `f${index}`);
  expect(set.size).toBe(100);
  expect(set.add('flood', 'f5'), 'one of its first').toBe(true);
  expect(set.add('flood', 'f999'), 'one beyond').toBe(false);

  const results = Array.from({ length: 80 }, (_, index) => set.add('ann', `a${index}`));
  expect(results.filter(Boolean), 'as many as the flood keeps').toHaveLength(50);
  expect(set.add('ben', 'b0')).toBe(true);
  expect(set.add('ben', 'a0'), 'a value that another added').toBe(true);
  expect(set.size).toBe(100);
});

test('many askers with one value each take nothing from each other', () => {
  const set = createFairSet<number>(50);
  for (let index = 0; index < 50; index += 1) expect(set.add(`asker ${index}`, index)).toBe(true);
  expect(set.add('one more', 50)).toBe(false);
  set.clear();
  expect(set.add('one more', 50)).toBe(true);
});
