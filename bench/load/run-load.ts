import { Connection } from './connection.ts';

export interface LoadResult {
  requests: number;
  seconds: number;
  failures: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Keeps `connections` requests under way until `seconds` have passed. `next` gives the bytes of the next request. */
export async function runLoad(options: {
  port: number;
  connections: number;
  seconds: number;
  next: () => Uint8Array;
  /** The status of an answer that is no failure; 200 unless given. */
  expected?: number;
}): Promise<LoadResult> {
  const { expected = 200 } = options;
  const took: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const end = startedAt + options.seconds * 1_000;
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const connection = new Connection(options.port);
      while (performance.now() < end) {
        const sentAt = performance.now();
        const status = await connection.send(options.next());
        took.push(performance.now() - sentAt);
        if (status !== expected) failures++;
      }
      connection.close();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  took.sort((a, b) => a - b);
  const quantileAt = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { requests: took.length, seconds, failures, p50: quantileAt(0.5), p99: quantileAt(0.99) };
}
