import { Counter, Gauge, type Registry } from 'prom-client';

/** Whether jobs run when they should, for /metrics; one line per job. */
export function jobMetrics(registry: Registry) {
  const common = { labelNames: ['job'] as const, registers: [registry] };
  return {
    lastRun: new Gauge({
      name: 'botscope_job_last_run_seconds',
      help: 'When it last ended well, Unix time',
      ...common,
    }),
    delay: new Gauge({ name: 'botscope_job_delay_seconds', help: 'How long after its time it last began', ...common }),
    missed: new Counter({
      name: 'botscope_job_missed_total',
      help: 'Times that passed without it and were caught up',
      ...common,
    }),
    failed: new Counter({
      name: 'botscope_job_failed_total',
      help: 'Runs that failed; the queue repeats them',
      ...common,
    }),
  };
}
