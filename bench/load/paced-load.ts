import { Connection } from './connection.ts';
import type { LoadResult } from './run-load.ts';

/** Telegram opens at most 100 to one webhook. */
const maxConnections = 100;
/** The first moments are not timed, ms: they measure compilers, ours and the load generator's own (it was seen to stand still for 150 ms). */
const warmUpMs = 1_500;

/**
 * Sends at a fixed rate, whatever the answers take: the time counts from the moment at which a request was due, so that
 * a pause of the server is seen by all the requests that fall into it.
 */
export async function runPacedLoad(options: {
  port: number;
  /** Requests a second. */
  rate: number;
  seconds: number;
  connections?: number;
  next: () => Uint8Array;
}): Promise<LoadResult> {
  // Opened beforehand and no more than these: a thousand at once would only measure the listen queue.
  const all = Array.from({ length: options.connections ?? maxConnections }, () => new Connection(options.port));
  const idle = [...all];
  const queuedMoments: number[] = [];
  const took: number[] = [];
  const underWay = new Set<Promise<void>>();
  let requests = 0;
  let failures = 0;
  const startedAt = performance.now();
  const timedFrom = startedAt + warmUpMs;

  /** Sends what is due, and then what came due meanwhile. */
  async function send(connection: Connection, first: number): Promise<void> {
    for (let dueAt: number | undefined = first; dueAt !== undefined; dueAt = queuedMoments.shift()) {
      if ((await connection.send(options.next())) !== 200) failures += 1;
      requests += 1;
      if (dueAt >= timedFrom) took.push(performance.now() - dueAt);
    }
    idle.push(connection);
  }

  const total = options.rate * options.seconds;
  for (let sentCount = 0; sentCount < total; ) {
    const passed = performance.now() - startedAt;
    for (
      const dueCount = Math.min(total, Math.floor((passed * options.rate) / 1_000));
      sentCount < dueCount;
      sentCount += 1
    ) {
      const moment = startedAt + (sentCount * 1_000) / options.rate;
      const connection = idle.pop();
      if (connection === undefined) queuedMoments.push(moment);
      else {
        const one: Promise<void> = send(connection, moment).finally(() => underWay.delete(one));
        underWay.add(one);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const connection of all) connection.close();
  took.sort((a, b) => a - b);
  const quantileAt = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { requests, seconds, failures, p50: quantileAt(0.5), p99: quantileAt(0.99) };
}
