import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CronExpressionParser } from 'cron-parser';
import type { Logger } from 'pino';
import { Counter, Gauge, Registry } from 'prom-client';
import { startWorkLoop } from '../claims/work-loop.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { minuteMs } from '../time-units.ts';
import type { Job } from './job.ts';
import { claimMs, createJobRuns } from './job-runs.ts';

export interface Jobs {
  /** One look, as the schedule has them: begins what is due. Resolves when that has ended. */
  look(): Promise<void>;
  /** Waits for running jobs, 20 seconds at most; what they have not done is done by another process or the next start. */
  close(): Promise<void>;
}

/** Longest pause between two looks, ms: times of jobs that failed, or of processes that are gone. */
const longestPauseMs = minuteMs;
/** Delay after which a job has missed its time, ms. */
const missedMs = 2 * minuteMs;
const closeTimeoutMs = 20_000;

/** Starts the schedule on the metadata store; several processes may, each job still runs once at its time. */
export async function startJobs(deps: {
  metadata: Pick<Metadata, 'db'>;
  /** Names the data directory of this process. */
  instanceId: string;
  jobs: readonly Job[];
  logger: Logger;
  metrics?: Registry;
  /** For tests; otherwise the store's clock. */
  clock?: () => number;
}): Promise<Jobs> {
  const { metadata, instanceId, jobs, logger, clock } = deps;
  const runs = createJobRuns({ db: metadata.db, claimant: { instance: instanceId, run: randomUUID() }, clock });
  const running = new Map<string, Promise<void>>();
  const metrics = jobMetrics(deps.metrics ?? new Registry());
  for (const { name } of jobs) {
    metrics.missed.inc({ job: name }, 0);
    metrics.failed.inc({ job: name }, 0);
  }
  await runs.add(jobs.map(({ name }) => name));

  async function run({ name, run: work }: Job, due: number, now: number, attempt: number): Promise<void> {
    const startedAt = performance.now();
    const renewing = setInterval(() => void runs.renew(name).catch(() => undefined), claimMs / 3);
    try {
      const figures = await work(now);
      logger.info({ job: name, ...figures, ms: Math.round(performance.now() - startedAt) }, 'job done');
      metrics.lastRun.set({ job: name }, Math.round(Date.now() / 1000));
      await runs.finish(name, due);
    } catch (error) {
      metrics.failed.inc({ job: name });
      logger.error({ err: error, job: name, attempt }, 'a job failed');
      await runs.fail(name, due, attempt);
    } finally {
      clearInterval(renewing);
    }
  }

  function noteStart({ name }: Job, due: number, now: number, attempt: number): void {
    metrics.delay.set({ job: name }, Math.round((now - due) / 1000));
    if (attempt > 1 || now - due < missedMs) return;
    metrics.missed.inc({ job: name });
    logger.warn({ job: name, due: new Date(due).toISOString() }, 'a job did not run at its time; it runs now');
  }

  async function round(signal: AbortSignal): Promise<number> {
    const { now, doneUntil } = await runs.read();
    for (const job of jobs) {
      const until = doneUntil.get(job.name);
      const due = lastDue(job, now);
      if (signal.aborted || running.has(job.name) || until === undefined || !isDue(due, until, now)) continue;
      const attempt = await runs.claim(job.name, until);
      if (attempt === null) continue;
      noteStart(job, due, now, attempt);
      const course = run(job, due, now, attempt)
        .catch((error: unknown) => logger.warn({ err: error, job: job.name }, 'the end of a job could not be stored'))
        .finally(() => running.delete(job.name));
      running.set(job.name, course);
    }
    return Math.min(longestPauseMs, ...jobs.map((job) => nextDue(job, now) - now));
  }
  const loop = startWorkLoop({
    round,
    longestPauseMs,
    onError: (error) => logger.error({ err: error }, 'jobs could not be looked for'),
  });

  return {
    async look() {
      await round(new AbortController().signal);
      await Promise.all(running.values());
    },
    async close() {
      await loop.close();
      const limit = new AbortController();
      await Promise.race([
        Promise.all(running.values()),
        wait(closeTimeoutMs, undefined, { signal: limit.signal }).catch(() => undefined),
      ]);
      limit.abort();
    },
  };
}

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
      help: 'Runs that failed; they are repeated',
      ...common,
    }),
  };
}

const parse = ({ schedule }: Pick<Job, 'schedule'>, now: number) =>
  CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate: new Date(now) });

/** The last time at which a job was to run, `now` included (Unix ms). */
export const lastDue = (job: Pick<Job, 'schedule'>, now: number): number =>
  parse(job, now + 1)
    .prev()
    .getTime();

/** The next time at which a job is to run, after `now` (Unix ms). */
export const nextDue = (job: Pick<Job, 'schedule'>, now: number): number => parse(job, now).next().getTime();

/**
 * Whether a job is to run, of which all times until `doneUntil` are done. A moment after `now` was written by a clock that
 * was ahead (a minute is allowed between two processes): it hides no later time.
 */
export const isDue = (due: number, doneUntil: number, now: number): boolean =>
  doneUntil < due || doneUntil > now + minuteMs;
