import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus } from '../../platform/bus/bus.ts';
import { applicationName } from '../../platform/bus/listen-connection.ts';
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { startTestPostgres, type TestPostgres } from '../../platform/metadata/test-postgres.ts';
import { createBotStore } from './bot-store.ts';
import { type BotRow, type Bots, createBots } from './bots.ts';

const logger = pino({ level: 'silent' });
const secret = 'a secret for tests of 32 letters';
/** Time within which another process must notice a change. */
const soon = { timeout: 1_000, interval: 10 };

describe('bots of two processes', () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let here: Awaited<ReturnType<typeof start>>;
  let there: Awaited<ReturnType<typeof start>>;
  const start = async () => {
    const metadata = await openMetadata({ dataDir: '', databaseUrl, logger });
    const { bus, close } = await openBus({ databaseUrl, logger, metrics: new Registry() });
    const bots = createBots({ metadata, secret, logger, bus });
    return {
      bots,
      db: metadata.db,
      async close() {
        await bots.close();
        await close();
        await metadata.close();
      },
    };
  };
  beforeAll(async () => {
    postgres = await startTestPostgres();
    databaseUrl = await postgres.createDatabase();
    here = await start();
    there = await start();
    await here.db.insertInto('accounts').values({ id: 'owner', email: 'owner@example.com' }).execute();
  }, 60_000);
  afterAll(async () => {
    await here.close();
    await there.close();
    await postgres.stop();
  });
  const watch = (bots: Bots, key: string) => {
    const rows: (BotRow | null)[] = [];
    bots.watch(key, (bot) => rows.push(bot));
    return rows;
  };

  it('have one API key, the newest', async () => {
    const { bot, apiKey } = await here.bots.add('owner', 'key_bot');
    expect((await there.bots.authenticate(apiKey))?.key).toBe(bot.key);
    const next = await here.bots.rotateApiKey(bot.key);
    await expect.poll(() => there.bots.authenticate(apiKey), soon).toBeNull();
    expect((await there.bots.authenticate(next))?.key).toBe(bot.key);
  });

  it('are known by their token as soon as they are added', async () => {
    const hash = there.bots.hashToken('1:token');
    expect(await there.bots.byToken('1:token')).toBeNull();
    const { bot } = await here.bots.add('owner', 'token_bot', { token_hash: hash });
    await expect.poll(async () => (await there.bots.byToken('1:token'))?.key, soon).toBe(bot.key);
  });

  it('have the right date of their last update again after one of a clock that was decades ahead', async () => {
    const { bot } = await here.bots.add('owner', 'early_bot');
    const rows = createBotStore(here.db);
    const touch = async (at: number) => (await rows.touchUpdate(bot.key, new Date(at)))?.last_update_at?.getTime();
    expect(await touch(Date.UTC(2096, 2, 2))).toBe(Date.UTC(2096, 2, 2));
    expect(await here.bots.newestReceipt()).toBe(Date.UTC(2096, 2, 2));
    expect(await touch(Date.UTC(2026, 2, 3))).toBe(Date.UTC(2026, 2, 3));
    expect(await touch(Date.UTC(2026, 2, 1))).toBe(Date.UTC(2026, 2, 3));
  });

  it('call those who watch them: changes, dates, the end', async () => {
    const { bot } = await here.bots.add('owner', 'watched_bot');
    const rows = watch(there.bots, bot.key);
    const removed: string[] = [];
    const stop = there.bots.onRemoved((key) => removed.push(key));
    here.bots.touch(bot.key, Date.UTC(2026, 2, 2));
    await expect.poll(() => rows.at(-1)?.last_update_at, soon).toEqual(new Date(Date.UTC(2026, 2, 2)));
    await here.bots.rename(bot.key, 'renamed_bot');
    await expect.poll(() => rows.at(-1)?.bot_name, soon).toBe('renamed_bot');
    await here.bots.remove(bot.key);
    await expect.poll(() => removed, soon).toEqual([bot.key]);
    expect(rows.at(-1)).toBeNull();
    expect(await there.bots.cached(bot.key)).toBeNull();
    stop();
  });

  it('are nobody’s for those who watch when their owner is deleted, and work on', async () => {
    const { bot, apiKey } = await here.bots.add('owner', 'leaving_bot');
    const rows = watch(there.bots, bot.key);
    const left = await here.bots.change(bot.key, { owner_deleted_at: new Date() });
    here.bots.left([left]);
    await expect.poll(() => rows.at(-1), soon).toBeNull();
    expect((await there.bots.authenticate(apiKey))?.key).toBe(bot.key);
  });

  it('are looked at again after a time without the bus', async () => {
    const { bot, apiKey } = await here.bots.add('owner', 'missed_bot');
    const { bot: gone } = await here.bots.add('owner', 'gone_bot');
    await there.bots.authenticate(apiKey);
    const rows = watch(there.bots, bot.key);
    const removed: string[] = [];
    const stop = there.bots.onRemoved((key) => removed.push(key));
    // These changes send no message.
    const update = (key: string) => here.db.updateTable('bots').where('key', '=', key);
    await update(bot.key).set({ api_key_hash: '', bot_name: 'changed_bot' }).execute();
    await update(gone.key).set({ removed_at: new Date() }).execute();
    const control = new pg.Client({ connectionString: databaseUrl });
    await control.connect();
    await control.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      applicationName,
    ]);
    await control.end();
    await expect.poll(() => rows.at(-1)?.bot_name, { timeout: 5_000 }).toBe('changed_bot');
    await expect.poll(() => removed).toContain(gone.key);
    expect(await there.bots.authenticate(apiKey)).toBeNull();
    stop();
  });
});
