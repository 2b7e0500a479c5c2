import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { outboxOf } from '../mail/mail.ts';
import { testEngines, testMetadata } from '../metadata/test-metadata.ts';
import { jobs } from './jobs.ts';
import { startJobs } from './start-jobs.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const at = (time: string) => new Date(time);
const ran: [string, number][] = [];
const noted =
  <Done extends object>(name: string, done: Done) =>
  async (at: number) => {
    ran.push([name, at]);
    return done;
  };
const work = {
  forgetRemovedBots: async () => 2,
  removeLeavingBots: async () => ({ bots: 2, waiting: 1 }),
  tellNews: async () => 3,
  botSettings: {
    finishRereads: noted('finish-rereads', { bots: 1, launches: 7, failed: 0 }),
    forgetOldEvents: noted('forget-old-events', { bots: 1, deleted: 9, failed: 0 }),
    rollUpAll: noted('roll-up', { bots: 4, failed: 0 }),
  },
  hiddenCommands: { findAll: noted('find-hidden-commands', { bots: 3, found: 1, failed: 0 }) },
};
const job = (name: string) => jobs.find((candidate) => candidate.name === name)!;

describe.each(testEngines)('jobs on $name', (engine) => {
  const metadata = testMetadata(engine);
  const context = () => ({ ...work, metadata: metadata(), dataDir: '/nowhere', now });

  test('forget-removed-bots says how many', async () => {
    expect(await job('forget-removed-bots').run(context())).toEqual({ bots: 2 });
    expect(await job('remove-leaving-bots').run(context())).toEqual({ bots: 2, waiting: 1 });
    expect(await job('tell-news').run(context())).toEqual({ posts: 3 });
  });

  test.each([
    ['finish-rereads', { bots: 1, launches: 7, failed: 0 }],
    ['forget-old-events', { bots: 1, deleted: 9, failed: 0 }],
    ['roll-up', { bots: 4, failed: 0 }],
    ['find-hidden-commands', { bots: 3, found: 1, failed: 0 }],
  ])('%s is done at the time of the job', async (name, done) => {
    ran.length = 0;
    expect(await job(name).run(context())).toEqual(done);
    expect(ran).toEqual([[name, now]]);
  });

  test('forget-expired takes what is over, and only that', async () => {
    const { db } = metadata();
    await db.insertInto('accounts').values({ id: 'a', email: 'ann@example.com' }).execute();
    const [over, running] = [at('2026-03-01T11:59:59Z'), at('2026-03-01T12:00:01Z')];
    const session = (id: string, expires_at: Date) => ({ id, token: id, account_id: 'a', expires_at });
    await db
      .insertInto('sessions')
      .values([session('old', over), session('new', running)])
      .execute();
    const code = (id: string, expires_at: Date) => ({ id, identifier: id, value: 'x', expires_at });
    await db
      .insertInto('verifications')
      .values([code('old', over), code('older', over), code('new', running)])
      .execute();
    const attempt = (key: string, window_ends_at: Date) => ({ key, count: 1, window_ends_at });
    await db
      .insertInto('attempts')
      .values([attempt('old', over), attempt('new', running)])
      .execute();

    expect(await job('forget-expired').run(context())).toEqual({
      sessions: 1,
      codes: 2,
      limits: 1,
      devices: 0,
      signUps: 0,
    });
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'new' }]);
    expect(await db.selectFrom('verifications').select('id').execute()).toEqual([{ id: 'new' }]);
    expect(await db.selectFrom('attempts').select('key').execute()).toEqual([{ key: 'new' }]);
  });

  test('trim-bot-errors keeps 90 days, or as long as the owner says', async () => {
    const { db } = metadata();
    const key = '0123456789abc';
    const bot = { key, bot_name: 'x_bot', username: 'x_bot', api_key_hash: '' };
    const brief = { ...bot, key: 'abcdef0123456', bot_name: 'y_bot', error_days: 1 };
    await db.insertInto('bots').values([bot, brief]).execute();
    const error = (reason: string, last_at: Date) => ({ bot_key: key, kind: 'update', reason, last_at });
    const errors = [error('old', at('2025-12-01T11:59:00Z')), error('recent', at('2025-12-01T12:01:00Z'))];
    const ofBrief = { ...error('brief', at('2026-02-28T11:59:00Z')), bot_key: brief.key };
    await db
      .insertInto('bot_errors')
      .values([...errors, ofBrief])
      .execute();
    expect(await job('trim-bot-errors').run(context())).toEqual({ deleted: 2 });
    expect(await db.selectFrom('bot_errors').select('reason').execute()).toEqual([{ reason: 'recent' }]);
  });

  test('the queue runs a job, keeps the schedule, forgets old ones, and starts again on the same store', async () => {
    const runs: string[] = [];
    const ran = Promise.withResolvers<void>();
    const listed = (name: string) => ({
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
      config: { dataDir: '/nowhere' },
      work,
      logger: pino({ level: 'silent' }),
      lookEvery: 0.5,
    };
    const first = await startJobs({ ...deps, list: [listed('stays'), listed('goes')] });
    await first.trigger('stays');
    await ran.promise;
    await first.close();
    expect(runs).toEqual(['stays']);

    const second = await startJobs({ ...deps, list: [listed('stays')] });
    await second.close();
    expect(await metadata().run('SELECT name, cron, timezone FROM jobs.schedule')).toEqual([
      { name: 'stays', cron: '0 4 * * *', timezone: 'UTC' },
    ]);
    expect(await metadata().ready()).toBe(true);
  });

  test('a job whose time passed without it is caught up once, and /metrics tells', async () => {
    const metrics = new Registry();
    const { promise: twice, resolve } = Promise.withResolvers<void>();
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
    const running = await startJobs({
      metadata: metadata(),
      config: { dataDir: '/nowhere' },
      work,
      logger: pino({ level: 'silent' }),
      metrics,
      list: [slips, { ...slips, name: 'never-ran' }],
      lookEvery: 0.5,
    });
    await running.trigger('slips');
    expect(await running.catchUp(Date.now())).toEqual([]);
    const later = Date.now() + 25 * 60_000;
    expect(await running.catchUp(later)).toEqual(['slips']);
    // As a second process of the installation would.
    expect(await running.catchUp(later)).toEqual([]);
    await twice;
    await expect.poll(() => metrics.metrics()).toMatch(/^botscope_job_last_run_seconds{job="slips"} \d{10}$/m);
    const told = await metrics.metrics();
    expect(told).toMatch(/^botscope_job_missed_total{job="slips"} 1$/m);
    expect(told).toMatch(/^botscope_job_missed_total{job="never-ran"} 0$/m);
    expect(told).toMatch(/^botscope_job_delay_seconds{job="slips"} \d{1,3}$/m);
    await running.close();
  });
});

test('trim-outbox keeps 30 days', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-outbox-'));
  const context = { ...work, metadata: {} as never, dataDir, now };
  expect(await job('trim-outbox').run(context)).toEqual({ deleted: 0 });

  mkdirSync(outboxOf(dataDir));
  for (const [name, time] of [
    ['old.txt', '2026-01-30T11:59:00Z'],
    ['recent.txt', '2026-01-30T12:01:00Z'],
  ] as const) {
    writeFileSync(join(outboxOf(dataDir), name), '');
    utimesSync(join(outboxOf(dataDir), name), at(time), at(time));
  }
  expect(await job('trim-outbox').run(context)).toEqual({ deleted: 1 });
  expect(readdirSync(outboxOf(dataDir))).toEqual(['recent.txt']);
  rmSync(dataDir, { recursive: true });
});
