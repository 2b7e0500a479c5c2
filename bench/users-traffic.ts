import type { EventStore } from '@botscope/server/events/store/event-store.ts';
import { quantile, timed } from './quantile.ts';
import { sampleEvent } from './sample-event.ts';

/** Updates of another bot a second, written in batches as requests bring them. */
const perSecond = 2_000;
const batchMs = 50;
/** Shorter, and the traffic would hardly have begun. */
const leastMs = 5_000;

/** p95 of some work alone and while updates are written, ms; and how many a second were. */
export async function besideTraffic(
  store: Pick<EventStore, 'write'>,
  work: () => Promise<unknown>,
  rounds: number,
): Promise<{ alone: number; beside: number; written: number }> {
  const measure = async (): Promise<number> => {
    const times: number[] = [];
    const until = performance.now() + leastMs;
    while (times.length < rounds || performance.now() < until) times.push(await timed(work));
    return quantile(times, 0.95);
  };
  await work();
  const baselineP95 = await measure();

  // Its own events in each run: what is written again collapses.
  const first = Math.floor(Date.now() / 1_000) % 1_000_000_000;
  const began = performance.now();
  const writes: Promise<unknown>[] = [];
  let sentCount = 0;
  let durable = 0;
  const timer = setInterval(() => {
    const dueCount = Math.floor(((performance.now() - began) / 1_000) * perSecond) - sentCount;
    const events = Array.from({ length: dueCount }, (_, index) => sampleEvent(first + sentCount + index));
    sentCount += dueCount;
    writes.push(store.write(events).then(() => (durable += events.length)));
  }, batchMs);
  const beside = await measure().finally(() => clearInterval(timer));
  await Promise.all(writes);
  return { alone: baselineP95, beside, written: Math.round(durable / ((performance.now() - began) / 1_000)) };
}
