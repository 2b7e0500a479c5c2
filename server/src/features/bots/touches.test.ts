import { describe, expect, it } from 'vitest';
import { createTouches } from './touches.ts';

describe('dates of the last update', () => {
  it('are written at once for a first update and gathered afterwards', async () => {
    const writes: [string, number][] = [];
    const touches = createTouches({
      write: async (key, time) => void writes.push([key, time]),
      onError: (error) => expect.unreachable(String(error)),
      intervalMs: 3_600_000,
    });
    touches.note('a', 1, true);
    await Promise.resolve();
    expect(writes).toEqual([['a', 1]]);
    touches.note('a', 5, false);
    touches.note('a', 3, false);
    touches.note('b', 4, false);
    expect(writes).toHaveLength(1);
    await touches.close();
    expect(writes).toEqual([
      ['a', 1],
      ['a', 5],
      ['b', 4],
    ]);
  });

  it('go on after a failure', async () => {
    const failures: unknown[] = [];
    const writes: string[] = [];
    const touches = createTouches({
      write: async (key) => {
        if (key === 'a') throw new Error('away');
        writes.push(key);
      },
      onError: (error) => failures.push(error),
    });
    touches.note('a', 1, false);
    touches.note('b', 1, false);
    await touches.close();
    expect(writes).toEqual(['b']);
    expect(failures).toHaveLength(1);
  });
});
