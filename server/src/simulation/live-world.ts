import { generateSequels, type Happening } from './population/sequels.ts';
import { createTimeHeap } from './population/time-heap.ts';
import { livePopulation, type PopulationOptions } from './population.ts';

/** A population with all that happens around its bot: updates, the bot's calls, Mini App hits and sales. */
export interface LiveWorld {
  /**
   * Returns the events since the last call and up to `now`, in time order; some `limit` of them at most, the rest comes
   * with the next call. A `now` that goes back gives nothing.
   */
  until(now: Date, limit?: number): Happening[];
}

/** Creates a world; equal options give the same one, however it is queried. */
export function liveWorld(options: Omit<PopulationOptions, 'to'>): LiveWorld {
  const population = livePopulation(options);
  const queue = createTimeHeap<Happening>();
  /** Everything up to this moment is known: sequels come after their cause. */
  let complete = Number.NEGATIVE_INFINITY;

  function fetch(now: Date, limit: number): void {
    const updates = population.until(now, limit);
    for (const item of updates) {
      queue.push(Date.parse(item.date), item);
      for (const sequel of generateSequels(item)) queue.push(Date.parse(sequel.date), sequel);
    }
    const last = updates.at(-1);
    complete = last !== undefined && updates.length === limit ? Date.parse(last.date) : now.getTime();
  }

  return {
    until(now, limit = Number.POSITIVE_INFINITY) {
      const batch: Happening[] = [];
      while (batch.length < limit) {
        if (queue.next > complete) fetch(now, limit);
        if (queue.next > complete) break;
        const first = queue.pop();
        if (first) batch.push(first.item);
      }
      return batch;
    },
  };
}
