import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Counters of the event store, kept in the registry that /metrics prints. */
export function eventMetrics(registry: Registry, spoolSize: () => { rows: number; bytes: number }) {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name: `botscope_events_${name}`, help, registers });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `botscope_events_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('spooled_rows', 'Events in the spool now: on disk, on their way into the engine', () => spoolSize().rows);
  gauge('spooled_bytes', 'Bytes in the spool now', () => spoolSize().bytes);
  return {
    written: counter('written_total', 'Events put into the engine'),
    rejected: counter('rejected_total', 'Events that cannot be stored'),
    commitSeconds: new Histogram({
      name: 'botscope_events_commit_seconds',
      help: 'Time of one group commit to the spool, fsync included',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
      registers,
    }),
    insertSeconds: new Histogram({
      name: 'botscope_events_insert_seconds',
      help: 'Time of one insert into the engine; their count is the number of batches',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
      registers,
    }),
  };
}
