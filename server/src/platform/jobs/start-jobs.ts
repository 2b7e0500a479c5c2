import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Metadata } from '../metadata/open-metadata.ts';
import { lastDue, missedJobs } from './due.ts';
import type { Job } from './job.ts';

/** Whether jobs run when they should, for /metrics; one line per job. */
function jobMetrics(registry: Registry) {
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

export interface Jobs {
  /** Runs one now, whatever its schedule, through the queue. Returns at once. */
  trigger(name: string): Promise<void>;
  /** Sends what its time has passed without; gives the names. Done every minute by itself. */
  catchUp(now: number): Promise<string[]>;
  /** Waits for running jobs, 20 seconds at most. */
  close(): Promise<void>;
}

/** Our jobs are rare and small, so looking for them every minute is enough; every look costs the embedded engine a statement. */
const lookEverySeconds = 60;

const catchUpEveryMs = 60_000;

/** Starts the schedule on the metadata store; several processes may, each job still runs once at its time. */
export async function startJobs(deps: {
  metadata: Metadata;
  jobs: readonly Job[];
  logger: Logger;
  metrics?: Registry;
  /** Seconds between two looks for work. */
  lookEvery?: number;
}): Promise<Jobs> {
  const { metadata, jobs, logger } = deps;
  const pollingIntervalSeconds = deps.lookEvery ?? lookEverySeconds;
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await metadata.run(text, values) }) },
    backend: metadata.engine === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    cronWorkerIntervalSeconds: 30,
    cronMonitorIntervalSeconds: 45,
    superviseIntervalSeconds: 3_600,
    maintenanceIntervalSeconds: 86_400,
    monitorIntervalSeconds: 3_600,
    bamIntervalSeconds: 3_600,
    flowIntervalSeconds: 3_600,
  });
  boss.on('error', (error) => logger.error({ err: error }, 'the job queue has a problem'));
  await metadata.withLock('jobs', () => boss.start());

  const metrics = jobMetrics(deps.metrics ?? new Registry());
  for (const job of jobs) {
    metrics.missed.inc({ job: job.name }, 0);
    metrics.failed.inc({ job: job.name }, 0);
    await boss.createQueue(job.name, { retryLimit: 2, deleteAfterSeconds: 7 * 86_400 });
    await boss.work(job.name, { pollingIntervalSeconds }, async () => {
      const [startedAt, now] = [performance.now(), Date.now()];
      metrics.delay.set({ job: job.name }, Math.round((now - lastDue(job, now)) / 1000));
      try {
        const summary = await job.run(now);
        logger.info({ job: job.name, ...summary, ms: Math.round(performance.now() - startedAt) }, 'job done');
        metrics.lastRun.set({ job: job.name }, Math.round(Date.now() / 1000));
      } catch (error) {
        metrics.failed.inc({ job: job.name });
        throw error;
      }
    });
    await boss.schedule(job.name, job.schedule, null, { tz: 'UTC' });
  }
  await forgetUnknown(boss, jobs);

  async function catchUp(now: number): Promise<string[]> {
    const missed = missedJobs(jobs, await loadLastSent(metadata), now);
    const sentNames: string[] = [];
    for (const { name, due } of missed) {
      // Another process may have sent the same.
      const options = { singletonKey: new Date(due).toISOString(), singletonSeconds: 3_600 };
      if ((await boss.send(name, {}, options)) === null) continue;
      metrics.missed.inc({ job: name });
      logger.warn({ job: name, due: new Date(due).toISOString() }, 'a job did not run at its time; it runs now');
      sentNames.push(name);
    }
    return sentNames;
  }
  const looking = setInterval(() => {
    catchUp(Date.now()).catch((error: unknown) => logger.error({ err: error }, 'could not look for missed jobs'));
  }, catchUpEveryMs);

  return {
    catchUp,
    async trigger(name) {
      await boss.send(name);
    },
    async close() {
      clearInterval(looking);
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/** A job that an older version scheduled and this one no longer knows would pile up unread. */
async function forgetUnknown(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const jobNames = new Set(jobs.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!jobNames.has(name)) await boss.unschedule(name);
}

/** When each job was last sent to its worker, by its time or to catch up: the queue keeps that for a week. */
async function loadLastSent(metadata: Pick<Metadata, 'run'>): Promise<Map<string, number>> {
  const rows = await metadata.run('SELECT name, max(created_on) AS sent FROM jobs.job GROUP BY name');
  return new Map(rows.map(({ name, sent }) => [String(name), new Date(String(sent)).getTime()]));
}
