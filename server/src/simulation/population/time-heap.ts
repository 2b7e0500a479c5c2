/** A waiting line ordered by time; the earliest comes out first, equal times in the order in which they went in. */
export function createTimeHeap<T>() {
  const heap: { at: number; order: number; item: T }[] = [];
  let count = 0;
  const isBefore = (a: number, b: number): boolean => {
    const [x, y] = [heap[a], heap[b]];
    return x !== undefined && y !== undefined && (x.at < y.at || (x.at === y.at && x.order < y.order));
  };
  const swap = (a: number, b: number): void => {
    const [x, y] = [heap[a], heap[b]];
    if (x && y) [heap[a], heap[b]] = [y, x];
  };

  return {
    push(time: number, item: T): void {
      heap.push({ at: time, order: count++, item });
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!isBefore(child, parent)) break;
        swap(child, parent);
        child = parent;
      }
    },
    /** Time of the earliest, `Infinity` when nobody waits. */
    get next(): number {
      return heap[0]?.at ?? Number.POSITIVE_INFINITY;
    },
    pop(): { at: number; item: T } | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (!first || !last || heap.length === 0) return first;
      heap[0] = last;
      for (let parent = 0; ; ) {
        const leftChild = parent * 2 + 1;
        const smaller = isBefore(leftChild + 1, leftChild) ? leftChild + 1 : leftChild;
        if (!isBefore(smaller, parent)) break;
        swap(smaller, parent);
        parent = smaller;
      }
      return first;
    },
    get size(): number {
      return heap.length;
    },
  };
}
