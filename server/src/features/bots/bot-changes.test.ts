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
  let firstProcess: Awaited<ReturnType<typeof start>>;
  let secondProcess: Awaited<ReturnType<typeof start>>;
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
    firstProcess = await start();
    secondProcess = await start();
    await firstProcess.db.insertInto('accounts').values({ id: 'owner', email: 'owner@example.com' }).execute();
  }, 60_000);
  afterAll(async () => {
    await firstProcess.close();
    await secondProcess.close();
    await postgres.stop();
  });
  const watch = (bots: Bots, key: string) => {
    const rows: (BotRow | null)[] = [];
    bots.watch(key, (bot) => rows.push(bot));
    return rows;
  };

  it('have one API key, the newest', async () => {
    const { bot, apiKey } = await firstProcess.bots.add('owner', 'key_bot');
    expect((await secondProcess.bots.authenticate(apiKey))?.key).toBe(bot.key);
    const next = await firstProcess.bots.rotateApiKey(bot.key);
    await expect.poll(() => secondProcess.bots.authenticate(apiKey), soon).toBeNull();
    expect((await secondProcess.bots.authenticate(next))?.key).toBe(bot.key);
  });

  it('are known by their token as soon as they are added', async () => {
    const hash = secondProcess.bots.hashToken('1:token');
    expect(await secondProcess.bots.byToken('1:token')).toBeNull();
    const { bot } = await firstProcess.bots.add('owner', 'token_bot', { token_hash: hash });
    await expect.poll(async () => (await secondProcess.bots.byToken('1:token'))?.key, soon).toBe(bot.key);
  });

  it('have the right date of their last update again after one of a clock that was decades ahead', async () => {
    const { bot } = await firstProcess.bots.add('owner', 'early_bot');
    const rows = createBotStore(firstProcess.db);
    const touch = async (time: number) => (await rows.touchUpdate(bot.key, new Date(time)))?.last_update_at?.getTime();
    expect(await touch(Date.UTC(2096, 2, 2))).toBe(Date.UTC(2096, 2, 2));
    expect(await firstProcess.bots.newestReceipt()).toBe(Date.UTC(2096, 2, 2));
    expect(await touch(Date.UTC(2026, 2, 3))).toBe(Date.UTC(2026, 2, 3));
    expect(await touch(Date.UTC(2026, 2, 1))).toBe(Date.UTC(2026, 2, 3));
  });

  it('call those who watch them: changes, dates, the end', async () => {
    const { bot } = await firstProcess.bots.add('owner', 'watched_bot');
    const rows = watch(secondProcess.bots, bot.key);
    const removedKeys: string[] = [];
    const stop = secondProcess.bots.onRemoved((key) => removedKeys.push(key));
    firstProcess.bots.touch(bot.key, Date.UTC(2026, 2, 2));
    await expect.poll(() => rows.at(-1)?.last_update_at, soon).toEqual(new Date(Date.UTC(2026, 2, 2)));
    await firstProcess.bots.rename(bot.key, 'renamed_bot');
    await expect.poll(() => rows.at(-1)?.bot_name, soon).toBe('renamed_bot');
    await firstProcess.bots.remove(bot.key);
    await expect.poll(() => removedKeys, soon).toEqual([bot.key]);
    expect(rows.at(-1)).toBeNull();
    expect(await secondProcess.bots.cached(bot.key)).toBeNull();
    stop();
  });

  it('are nobody’s for those who watch when their owner is deleted, and work on', async () => {
    const { bot, apiKey } = await firstProcess.bots.add('owner', 'leaving_bot');
    const rows = watch(secondProcess.bots, bot.key);
    const orphanedBot = await firstProcess.bots.change(bot.key, { owner_deleted_at: new Date() });
    firstProcess.bots.left([orphanedBot]);
    await expect.poll(() => rows.at(-1), soon).toBeNull();
    expect((await secondProcess.bots.authenticate(apiKey))?.key).toBe(bot.key);
  });

  it('are looked at again after a time without the bus', async () => {
    const { bot, apiKey } = await firstProcess.bots.add('owner', 'missed_bot');
    const { bot: removedBot } = await firstProcess.bots.add('owner', 'gone_bot');
    await secondProcess.bots.authenticate(apiKey);
    const rows = watch(secondProcess.bots, bot.key);
    const removedKeys: string[] = [];
    const stop = secondProcess.bots.onRemoved((key) => removedKeys.push(key));
    // These changes send no message.
    const update = (key: string) => firstProcess.db.updateTable('bots').where('key', '=', key);
    await update(bot.key).set({ api_key_hash: '', bot_name: 'changed_bot' }).execute();
    await update(removedBot.key).set({ removed_at: new Date() }).execute();
    const control = new pg.Client({ connectionString: databaseUrl });
    await control.connect();
    await control.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      applicationName,
    ]);
    await control.end();
    await expect.poll(() => rows.at(-1)?.bot_name, { timeout: 5_000 }).toBe('changed_bot');
    await expect.poll(() => removedKeys).toContain(removedBot.key);
    expect(await secondProcess.bots.authenticate(apiKey)).toBeNull();
    stop();
  });
});
