import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type SpoolSize = () => { rows: number; bytes: number };

/** Counters of one store. */
export interface EventMetrics {
  written(rows: number): void;
  rejected(rows: number): void;
  committed(seconds: number): void;
  inserted(seconds: number): void;
}

/** The counters of a registry: the stores of several servers share them and differ by the label `server`. */
const countersByRegistry = new WeakMap<Registry, ReturnType<typeof createCounters>>();

/** Counters of one event store, kept in the registry that /metrics prints; with several servers each is named. */
export function eventMetrics(registry: Registry, spoolSize: SpoolSize, server?: string): EventMetrics {
  const counters = countersByRegistry.get(registry) ?? createCounters(registry);
  countersByRegistry.set(registry, counters);
  const labels = server === undefined ? {} : { server };
  counters.spools.push({ labels, size: spoolSize });
  // Shown as 0 before the first event.
  counters.written.inc(labels, 0);
  counters.rejected.inc(labels, 0);
  counters.commitSeconds.zero(labels);
  counters.insertSeconds.zero(labels);
  return {
    written: (rows) => counters.written.inc(labels, rows),
    rejected: (rows) => counters.rejected.inc(labels, rows),
    committed: (seconds) => counters.commitSeconds.observe(labels, seconds),
    inserted: (seconds) => counters.insertSeconds.observe(labels, seconds),
  };
}

function createCounters(registry: Registry) {
  const registers = [registry];
  const labelNames = ['server'] as const;
  const spools: { labels: { server?: string }; size: SpoolSize }[] = [];
  const counter = (name: string, help: string) =>
    new Counter({ name: `botscope_events_${name}`, help, registers, labelNames });
  const gauge = (name: string, help: string, read: (size: SpoolSize) => number) =>
    new Gauge({
      name: `botscope_events_${name}`,
      help,
      registers,
      labelNames,
      collect() {
        for (const { labels, size } of spools) this.set(labels, read(size));
      },
    });
  gauge('spooled_rows', 'Events in the spool now: on disk, on their way into the engine', (size) => size().rows);
  gauge('spooled_bytes', 'Bytes in the spool now', (size) => size().bytes);
  return {
    spools,
    written: counter('written_total', 'Events put into the engine'),
    rejected: counter('rejected_total', 'Events that cannot be stored'),
    commitSeconds: new Histogram({
      name: 'botscope_events_commit_seconds',
      help: 'Time of one group commit to the spool, fsync included',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
      registers,
      labelNames,
    }),
    insertSeconds: new Histogram({
      name: 'botscope_events_insert_seconds',
      help: 'Time of one insert into the engine; their count is the number of batches',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
      registers,
      labelNames,
    }),
  };
}
