/**
 * The event store alone: how many rows a second become durable, how many the bare engine takes, bytes per event, and
 * how long the usual questions take over 10 million events.
 *   npx node bench/events-store.ts insert [rows]
 *   npx node bench/events-store.ts query [rows] [days]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openEmbeddedEngine } from '../server/src/events/store/engine/embedded.ts';
import { encodeRow, rowColumns, rowTable } from '../server/src/events/store/event-row.ts';
import type { EventStore } from '../server/src/events/store/event-store.ts';
import { openEventStore } from '../server/src/events/store/open-event-store.ts';
import { sampleEvent } from './sample-event.ts';

const [, , command = 'insert', ...rest] = process.argv;
const dataDir = mkdtempSync(join(tmpdir(), 'botscope-bench-'));

function quantiles(times: number[]): string {
  const sortedTimes = [...times].sort((a, b) => a - b);
  const quantileAt = (share: number) =>
    (sortedTimes[Math.min(sortedTimes.length - 1, Math.floor(sortedTimes.length * share))] ?? 0).toFixed(1);
  return `p50 ${quantileAt(0.5)} ms, p95 ${quantileAt(0.95)} ms, p99 ${quantileAt(0.99)} ms`;
}

async function open(): Promise<EventStore> {
  return await openEventStore({
    dataDir,
    logger: pino({ level: 'warn' }),
    onRejected: (rejectedRow) => console.log('rejected', rejectedRow),
  });
}

/** `clients` callers, each writing groups of `size` one after another. */
async function drive(store: EventStore, label: string, total: number, size: number, clients: number): Promise<void> {
  const events = Array.from({ length: total }, (_, index) => sampleEvent(index + drive.offset));
  drive.offset += total;
  const times: number[] = [];
  let next = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const client = async () => {
    while (next < total) {
      const from = next;
      next += size;
      const began = performance.now();
      await store.write(events.slice(from, from + size));
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const durable = performance.now() - start;
  await store.flush();
  const visibleMs = performance.now() - start;
  const cpuUsage = process.cpuUsage(cpu);
  console.log(
    `${label}: ${Math.round((total / durable) * 1000)} rows/s durable, ${Math.round((total / visibleMs) * 1000)} rows/s in the engine, ` +
      `${quantiles(times)} per call, ${((cpuUsage.user + cpuUsage.system) / total).toFixed(1)} µs CPU per row`,
  );
}
drive.offset = 0;

async function bareInsert(total: number, size: number): Promise<void> {
  const engine = openEmbeddedEngine(join(dataDir, 'events'));
  const bodies: Buffer[] = [];
  for (let from = 0; from < total; from += size) {
    const rows = Array.from({ length: size }, (_, index) => `${encodeRow(sampleEvent(from + index + 50_000_000))}\n`);
    bodies.push(Buffer.from(rows.join('')));
  }
  const times: number[] = [];
  const start = performance.now();
  for (const body of bodies) {
    const began = performance.now();
    await engine.insert({ table: rowTable, columns: rowColumns, body });
    times.push(performance.now() - began);
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(`bare engine, ${size} rows an insert: ${Math.round(total / seconds)} rows/s, ${quantiles(times)}`);
  await engine.close();
}

async function insertBench(total: number): Promise<void> {
  const average = Array.from({ length: 1000 }, (_, index) => sampleEvent(index).payload.length);
  console.log(`payload: ${Math.round(average.reduce((sum, one) => sum + one, 0) / 1000)} characters on average`);
  const store = await open();
  await drive(store, 'warm-up', total / 10, 100, 10);
  await drive(store, 'pushes of 100, 20 at a time', total, 100, 20);
  await drive(store, 'single pushes, 50 at a time', total / 10, 1, 50);
  await sizes(store);
  await store.close();
  await bareInsert(total / 4, 1000);
  await bareInsert(total, 10_000);
}

async function sizes(store: EventStore): Promise<void> {
  const rows = await store.query<{ table: string; parts: number; rows: number; bytes: number }>({
    sql: `SELECT table, count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
          WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table`,
  });
  for (const { table, parts, rows: count, bytes } of rows) {
    console.log(`${table}: ${count} rows, ${parts} parts, ${(bytes / count).toFixed(1)} bytes a row`);
  }
  const columns = await store.query<{ column: string; bytes: number }>({
    sql: `SELECT column, sum(column_bytes_on_disk) AS bytes FROM system.parts_columns
          WHERE active AND table = 'events' AND database = currentDatabase() GROUP BY column ORDER BY bytes DESC LIMIT 12`,
  });
  const count = rows.find((row) => row.table === 'events')?.rows ?? 1;
  console.log(columns.map(({ column, bytes }) => `${column} ${(bytes / count).toFixed(1)}`).join(', '));
}

try {
  if (command === 'insert') await insertBench(Number(rest[0] ?? 200_000));
  else {
    const { queryBench } = await import('./events-query.ts');
    const store = await open();
    await queryBench(store, Number(rest[0] ?? 10_000_000), Number(rest[1] ?? 90));
    await sizes(store);
    await store.close();
  }
  console.log(`resident memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
