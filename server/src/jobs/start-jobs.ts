import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Metadata } from '../metadata/open-metadata.ts';
import { type Job, type JobContext, jobs } from './jobs.ts';

export interface Jobs {
  /** Runs one now, whatever its schedule, through the queue. Returns at once. */
  trigger(name: string): Promise<void>;
  /** Waits for running jobs, 20 seconds at most. */
  close(): Promise<void>;
}

/** Our jobs are rare and small, so looking for them every minute is enough; every look costs the embedded engine a statement. */
const lookEverySeconds = 60;

/** Starts the schedule on the metadata store; several processes may, each job still runs once at its time. */
export async function startJobs(deps: {
  metadata: Metadata;
  config: { dataDir: string };
  /** What jobs do in the slices. */
  work: Pick<JobContext, 'forgetRemovedBots' | 'removeLeavingBots' | 'botSettings' | 'hiddenCommands' | 'tellNews'>;
  logger: Logger;
  list?: readonly Job[];
  /** Seconds between two looks for work. */
  lookEvery?: number;
}): Promise<Jobs> {
  const { metadata, logger } = deps;
  const list = deps.list ?? jobs;
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

  for (const job of list) {
    await boss.createQueue(job.name, { retryLimit: 2, deleteAfterSeconds: 7 * 86_400 });
    await boss.work(job.name, { pollingIntervalSeconds }, async () => {
      const started = performance.now();
      const done = await job.run({ ...deps.work, metadata, dataDir: deps.config.dataDir, now: Date.now() });
      logger.info({ job: job.name, ...done, ms: Math.round(performance.now() - started) }, 'job done');
    });
    await boss.schedule(job.name, job.schedule, null, { tz: 'UTC' });
  }
  await forgetUnknown(boss, list);

  return {
    async trigger(name) {
      await boss.send(name);
    },
    async close() {
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/** A job that an older version scheduled and this one no longer knows would pile up unread. */
async function forgetUnknown(boss: PgBoss, list: readonly Job[]): Promise<void> {
  const known = new Set(list.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name);
}
