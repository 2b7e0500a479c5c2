import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { startBenchServer } from './load/bench-server.ts';
import { postBytes } from './load/connection.ts';
import { type LoadResult, runLoad } from './load/run-load.ts';
import { createUpdateSource } from './load/take-updates.ts';

/**
 * Measures how many updates a second the public bot API takes, durable when answered, with the load generator on the
 * same machine. The updates are those of a simulated population; each is sent once.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, batch: { type: 'string', default: '100' } },
});
const seconds = Number(values.seconds);
const batchSize = Number(values.batch);

const take = createUpdateSource('bench', '2026-01-01T00:00:00Z');

const port = await freePort();
const server = await startBenchServer(port);
const headers = { 'Api-Key': server.apiKey };

function makeBatches(count: number): Buffer[] {
  return Array.from({ length: count }, () =>
    postBytes('/v1/send-batch-update', headers, JSON.stringify(take(batchSize))),
  );
}
function makeSingles(count: number): Buffer[] {
  return take(count).map(({ update }) => postBytes('/v1/send-update', headers, JSON.stringify(update)));
}

async function measure(requests: Buffer[], connections: number, perRequest: number): Promise<LoadResult> {
  let index = 0;
  const result = await runLoad({
    port,
    connections,
    seconds,
    next: () => requests[index++ % requests.length] as Buffer,
  });
  if (index > requests.length)
    console.log(`  (the ${requests.length} prepared requests were used ${(index / requests.length).toFixed(1)} times)`);
  const rate = Math.round((result.requests * perRequest) / result.seconds);
  console.log(
    `  ${rate.toLocaleString('en')} updates/s, p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms, failures ${result.failures}`,
  );
  return result;
}

try {
  // Memory that starting up took is given back within seconds.
  await wait(35_000);
  console.log(`idle resident memory ${Math.round(server.memory() / 1_048_576)} MB`);
  await measure(makeBatches(200), 4, batchSize);
  console.log(`batches of ${batchSize}, 8 connections, ${seconds} s`);
  await measure(makeBatches(Math.ceil((45_000 * seconds) / batchSize)), 8, batchSize);
  console.log(`single updates, 50 connections, ${seconds} s`);
  await measure(makeSingles(12_000 * seconds), 50, 1);
  const lag = await server.metric('nodejs_eventloop_lag_p99_seconds');
  console.log(
    `event loop delay p99 ${(lag * 1_000).toFixed(1)} ms; resident memory ${Math.round(server.memory() / 1_048_576)} MB`,
  );
} finally {
  await server.stop();
}
