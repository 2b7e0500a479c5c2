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
  gauge('spooled_rows', 'Events that wait in the spool now', () => spoolSize().rows);
  gauge('spooled_bytes', 'Bytes that wait in the spool now', () => spoolSize().bytes);
  return {
    written: counter('written_total', 'Events put into the engine, replayed ones included'),
    batches: counter('batches_total', 'Inserts that succeeded'),
    rejected: counter('rejected_total', 'Events that cannot be stored'),
    spooled: counter('spooled_total', 'Events put into the spool'),
    replayed: counter('replayed_total', 'Events fed back from the spool'),
    insertSeconds: new Histogram({
      name: 'botscope_events_insert_seconds',
      help: 'Time of one insert, fsync included',
      buckets: [0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
      registers,
    }),
  };
}
