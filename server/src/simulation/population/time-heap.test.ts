import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createTimeHeap } from './time-heap.ts';

test('items come out by time, equal times in the order they went in', () => {
  const random = createRandom(3);
  const heap = createTimeHeap<number>();
  const expected: { at: number; item: number }[] = [];
  for (let item = 0; item < 500; item += 1) {
    const time = random.between(0, 50);
    heap.push(time, item);
    expected.push({ at: time, item });
  }
  expected.sort((a, b) => a.at - b.at || a.item - b.item);
  const poppedEntries = Array.from({ length: 500 }, () => heap.pop()).map((entry) => ({
    at: entry?.at,
    item: entry?.item,
  }));
  expect(poppedEntries).toEqual(expected);
  expect([heap.pop(), heap.size, heap.next]).toEqual([undefined, 0, Number.POSITIVE_INFINITY]);
});
