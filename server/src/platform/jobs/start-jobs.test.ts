import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../metadata/test-metadata.ts';
import type { Job } from './job.ts';
import { type Jobs, startJobs } from './start-jobs.ts';

const minute = 60_000;
const timeAt = (time: string) => Date.parse(`2026-11-22T${time}:00Z`);

describe.each(testEngines)('jobs on $name', (engine) => {
  const metadata = testMetadata(engine);
  let now = 0;
  let started: Jobs[] = [];
  beforeEach(async () => {
    now = timeAt('15:05');
    started = [];
    await metadata().run('DELETE FROM scheduled_jobs');
  });
  afterEach(async () => {
    await Promise.all(started.map((jobs) => jobs.close()));
  });

  async function startProcess(
    jobs: readonly Job[],
    instanceId = 'one',
    aheadMs = 0,
  ): Promise<Jobs & { metrics: Registry }> {
    const metrics = new Registry();
    const running = await startJobs({
      ...{ metadata: metadata(), instanceId, jobs, metrics },
      ...{ logger: pino({ level: 'silent' }), clock: () => now + aheadMs },
    });
    started.push(running);
    return { ...running, metrics };
  }
  /** A job every ten minutes that notes the times of its runs; `work` is what it does then. */
  function createJob(name: string, work: () => Promise<unknown> = async () => undefined) {
    const runs: string[] = [];
    const job: Job = {
      name,
      schedule: '*/10 * * * *',
      async run(at) {
        runs.push(new Date(at).toISOString().slice(11, 16));
        await work();
        return {};
      },
    };
    return { job, runs };
  }
  const lookAt = async (process: Jobs, ...times: string[]): Promise<void> => {
    for (const time of times) {
      now = timeAt(time);
      await process.look();
    }
  };

  test('a new job waits for its first time, and runs once at each', async () => {
    const { job, runs } = createJob('report');
    const process = await startProcess([job]);
    await lookAt(process, '15:05', '15:09', '15:10', '15:11', '15:19', '15:21', '15:22');
    expect(runs).toEqual(['15:10', '15:21']);
  });

  test('times that passed while no process was there are caught up by one run, and /metrics shows it', async () => {
    const { job, runs } = createJob('report');
    const first = await startProcess([job]);
    await lookAt(first, '15:10');
    await first.close();
    now = timeAt('18:07');
    const restarted = await startProcess([job, createJob('never').job]);
    await lookAt(restarted, '18:07', '18:09', '18:10');
    expect(runs).toEqual(['15:10', '18:07', '18:10']);
    const text = await restarted.metrics.metrics();
    expect(text).toMatch(/^botscope_job_missed_total{job="report"} 1$/m);
    expect(text).toMatch(/^botscope_job_missed_total{job="never"} 0$/m);
    expect(text).toMatch(/^botscope_job_delay_seconds{job="report"} 0$/m);
    expect(text).toMatch(/^botscope_job_last_run_seconds{job="report"} \d{10}$/m);
  });

  test('of two processes one runs a job, however long it takes', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const { job, runs } = createJob('report', () => end);
    const [one, other] = [await startProcess([job]), await startProcess([job], 'two')];
    now = timeAt('15:10');
    const looks = [one.look(), other.look()];
    await Promise.race(looks);
    expect(runs).toEqual(['15:10']);
    resolve();
    await Promise.all(looks);
    await lookAt(other, '15:12');
    await lookAt(one, '15:13');
    expect(runs).toEqual(['15:10']);
  });

  test('the job of a dead process is run when its claim has expired, or at once by its next start', async () => {
    const { promise: death, resolve } = Promise.withResolvers<void>();
    const dead = createJob('report', () => death);
    const { job, runs } = createJob('report');
    const [first, second] = [await startProcess([dead.job], 'one'), await startProcess([dead.job], 'two')];
    now = timeAt('15:10');
    const lateLook = first.look();
    await expect.poll(() => dead.runs).toEqual(['15:10']);
    const other = await startProcess([job], 'three');
    await lookAt(other, '15:10');
    expect(runs).toEqual([]);
    await lookAt(other, '15:12');
    expect(runs).toEqual(['15:12']);

    now = timeAt('15:20');
    const otherLateLook = second.look();
    await expect.poll(() => dead.runs).toEqual(['15:10', '15:20']);
    const restarted = await startProcess([job], 'two');
    await lookAt(restarted, '15:20');
    expect(runs).toEqual(['15:12', '15:20']);
    // Ends of runs that were taken over change nothing.
    resolve();
    await Promise.all([lateLook, otherLateLook]);
    await lookAt(other, '15:21', '15:30');
    expect(runs).toEqual(['15:12', '15:20', '15:30']);
  });

  test('a failed run is repeated after a minute, twice; then its next time is waited for', async () => {
    const { job, runs } = createJob('report', async () => {
      throw new Error('the store is away');
    });
    const process = await startProcess([job]);
    await lookAt(process, '15:10', '15:10', '15:11', '15:12', '15:13', '15:14', '15:19', '15:20');
    expect(runs).toEqual(['15:10', '15:11', '15:12', '15:20']);
    expect(await process.metrics.metrics()).toMatch(/^botscope_job_failed_total{job="report"} 4$/m);
    expect(await process.metrics.metrics()).toMatch(/^botscope_job_missed_total{job="report"} 0$/m);
  });

  test('a run by a clock that was days ahead hides no later time', async () => {
    const { job, runs } = createJob('report');
    const ahead = await startProcess([job], 'ahead', 3 * 1_440 * minute);
    await lookAt(ahead, '15:05', '15:10');
    const process = await startProcess([job]);
    await lookAt(process, '15:10', '15:11', '15:20');
    expect(runs).toEqual(['15:10', '15:10', '15:20']);
  });
});
