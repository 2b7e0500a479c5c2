import { describe, expect, it } from 'vitest';
import { createReadAhead } from './read-ahead.ts';

/** Users 1 to 1,000; every tenth has left. */
function world(next = 200) {
  let now = 0;
  const reads: number[][] = [];
  const leftIds = new Set(Array.from({ length: 100 }, (_, index) => index * 10));
  const reader = createReadAhead<boolean>({
    read: async (ids) => {
      reads.push([...ids]);
      return new Map(ids.filter((id) => leftIds.has(id)).map((id) => [id, true]));
    },
    isLasting: (value) => value === undefined,
    now: () => now,
  });
  const readUsers = async (ids: readonly number[]): Promise<number[]> => {
    const after = ids.at(-1) ?? 0;
    const upcoming = async () =>
      Array.from({ length: next }, (_, index) => after + 1 + index).filter((id) => id <= 1_000);
    return [...(await reader.of(ids, upcoming)).keys()];
  };
  return { of: readUsers, reads, left: leftIds, pass: (ms: number) => (now += ms) };
}
const three = (from: number) => [from, from + 1, from + 2];

describe('data read ahead for the next users', () => {
  it('is the same as of those whose turn it is, in far fewer reads', async () => {
    const { of, reads, left } = world();
    const readIds: number[] = [];
    for (let id = 1; id < 1_000; id += 3) readIds.push(...(await of(three(id))));
    expect(readIds).toEqual([...left].filter((id) => id > 0 && id < 1_000));
    // One for each who has left, and one for each hundred users.
    expect(reads.length).toBeLessThan(120);
  });

  it('is read again when it is older than half a minute', async () => {
    const { of, reads, left, pass } = world();
    await of([1]);
    left.add(2).add(3);
    expect(await of([2])).toEqual([]);
    pass(30_001);
    expect(await of([3])).toEqual([3]);
    expect(reads.map((ids) => ids[0])).toEqual([1, 3]);
  });

  it('does not count for one who had left, and has returned', async () => {
    const { of, left } = world();
    await of([9]);
    left.delete(10);
    expect(await of([10])).toEqual([]);
  });

  it('is read in its turn where reading ahead failed', async () => {
    let isAway = false;
    const reader = createReadAhead<boolean>({
      read: async () => {
        if (isAway) throw new Error('away');
        return new Map();
      },
      isLasting: () => true,
      now: () => 0,
    });
    const next = async () => [2, 3];
    await reader.of([1], next);
    isAway = true;
    expect(await reader.of([2], async () => [3, 4])).toEqual(new Map());
    await expect(reader.of([4], next)).rejects.toThrow('away');
    isAway = false;
    expect(await reader.of([4], next)).toEqual(new Map());
  });

  it('is not read again and again at the end', async () => {
    const { of, reads } = world();
    for (let id = 990; id <= 1_000; id += 1) await of([id]);
    // 990 with the rest, the one who comes last and has left.
    expect(reads.length).toBeLessThanOrEqual(3);
  });
});
