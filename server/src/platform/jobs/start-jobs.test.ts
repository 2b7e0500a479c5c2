import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../metadata/test-metadata.ts';
import { startJobs } from './start-jobs.ts';

describe.each(testEngines)('jobs on $name', (engine) => {
  const metadata = testMetadata(engine);
  test('the queue runs a job, keeps the schedule, forgets old ones, and starts again on the same store', async () => {
    const runs: string[] = [];
    const ran = Promise.withResolvers<void>();
    const createJob = (name: string) => ({
      name,
      schedule: '0 4 * * *',
      async run() {
        runs.push(name);
        ran.resolve();
        return {};
      },
    });
    const deps = {
      metadata: metadata(),
      logger: pino({ level: 'silent' }),
      lookEvery: 0.5,
    };
    const first = await startJobs({ ...deps, jobs: [createJob('stays'), createJob('goes')] });
    await first.trigger('stays');
    await ran.promise;
    await first.close();
    expect(runs).toEqual(['stays']);

    const second = await startJobs({ ...deps, jobs: [createJob('stays')] });
    await second.close();
    expect(await metadata().run('SELECT name, cron, timezone FROM jobs.schedule')).toEqual([
      { name: 'stays', cron: '0 4 * * *', timezone: 'UTC' },
    ]);
    expect(await metadata().ready()).toBe(true);
  });

  test('a job whose time passed without it is caught up once, and /metrics shows it', async () => {
    const metrics = new Registry();
    const { promise: secondRun, resolve } = Promise.withResolvers<void>();
    let runs = 0;
    const slips = {
      name: 'slips',
      schedule: '*/10 * * * *',
      async run() {
        runs += 1;
        if (runs === 2) resolve();
        return {};
      },
    };
    const jobQueue = await startJobs({
      metadata: metadata(),
      logger: pino({ level: 'silent' }),
      metrics,
      jobs: [slips, { ...slips, name: 'never-ran' }],
      lookEvery: 0.5,
    });
    await jobQueue.trigger('slips');
    expect(await jobQueue.catchUp(Date.now())).toEqual([]);
    // Five minutes after one of its times: within two of one, as a fixed distance from now would be in every fifth run,
    // the queue itself may only be late.
    const tenMinutes = 600_000;
    const laterTime = (Math.floor(Date.now() / tenMinutes) + 2.5) * tenMinutes;
    expect(await jobQueue.catchUp(laterTime)).toEqual(['slips']);
    // As a second process of the installation would.
    expect(await jobQueue.catchUp(laterTime)).toEqual([]);
    await secondRun;
    await expect.poll(() => metrics.metrics()).toMatch(/^botscope_job_last_run_seconds{job="slips"} \d{10}$/m);
    const text = await metrics.metrics();
    expect(text).toMatch(/^botscope_job_missed_total{job="slips"} 1$/m);
    expect(text).toMatch(/^botscope_job_missed_total{job="never-ran"} 0$/m);
    expect(text).toMatch(/^botscope_job_delay_seconds{job="slips"} \d{1,3}$/m);
    await jobQueue.close();
  });
});
