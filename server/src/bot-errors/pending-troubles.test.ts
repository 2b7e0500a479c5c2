import { expect, it } from 'vitest';
import { createPendingTroubles } from './pending-troubles.ts';

it('holds a bounded number of sorts, and counts what found no room', () => {
  const pending = createPendingTroubles(2);
  const trouble = (code: number) => ({ bot: 'b', kind: 'call', code, reason: 'Refused', text: '' }) as const;
  for (const code of [1, 2, 3, 1, 3]) pending.add({ ...trouble(code), count: 10 }, 0);
  const taken = pending.take();
  expect(taken.groups.map(({ code, count }) => [code, count])).toEqual([
    [1, 20],
    [2, 10],
  ]);
  expect(taken.dropped).toBe(20);
  expect([pending.isEmpty(), pending.take().dropped]).toEqual([true, 0]);
});
