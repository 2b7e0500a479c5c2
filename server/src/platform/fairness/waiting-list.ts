/** Queues of those who wait, in the order of their turns: one that had a turn goes to the end. */
export function createWaitingList<Item>() {
  const queues = new Map<string, Item[]>();
  let count = 0;

  const countOf = (turn: string): number => queues.get(turn)?.length ?? 0;

  return {
    count: (): number => count,
    countOf,
    newestOf: (turn: string): Item | undefined => queues.get(turn)?.at(-1),
    add(turn: string, item: Item): void {
      const queue = queues.get(turn);
      if (queue === undefined) queues.set(turn, [item]);
      else queue.push(item);
      count += 1;
    },
    /** False if it does not wait any more. */
    remove(turn: string, item: Item): boolean {
      const queue = queues.get(turn);
      const index = queue?.indexOf(item) ?? -1;
      if (queue === undefined || index < 0) return false;
      queue.splice(index, 1);
      if (queue.length === 0) queues.delete(turn);
      count -= 1;
      return true;
    },
    /** Takes the first item of each queue that matches, and of those the first that may start. */
    takeFirst(matches: (item: Item) => boolean, mayStart: (item: Item) => boolean): Item | undefined {
      for (const [turn, queue] of queues) {
        const index = queue.findIndex(matches);
        const item = queue[index];
        if (item === undefined || !mayStart(item)) continue;
        queues.delete(turn);
        queue.splice(index, 1);
        if (queue.length > 0) queues.set(turn, queue);
        count -= 1;
        return item;
      }
      return undefined;
    },
    /** The longest queue; that of the newcomer, with the newcomer in it, if no other is longer. */
    longest(newcomer: string): string {
      let longest = newcomer;
      let maxLength = countOf(newcomer) + 1;
      for (const [turn, { length }] of queues) {
        if (length <= maxLength) continue;
        longest = turn;
        maxLength = length;
      }
      return longest;
    },
  };
}
