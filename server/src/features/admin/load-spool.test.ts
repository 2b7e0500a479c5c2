import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../events/store/engine/embedded.ts';
import { openEventStoreOn } from '../../events/store/open-event-store.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { lockDirectory } from '../../platform/data-dir/directory-lock.ts';
import { AppError } from '../../platform/errors.ts';
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { startTestPostgres } from '../../platform/metadata/test-postgres.ts';
import { startTestClickHouse } from '../bot-moves/test-servers.ts';
import { openConfiguredStore } from '../event-store/open-configured-store.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const directories = ['left', 'engine'].map((name) => mkdtempSync(join(tmpdir(), `botscope-spool-${name}-`)));
const [spoolDir = '', engineDir = ''] = directories;
afterAll(() => {
  for (const directory of directories)
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const bot = '00000000005b0';
const loadSpool = (env: Record<string, string> = {}): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [file('./main.ts'), 'load-spool'], {
      env: { ...process.env, DATA_DIR: spoolDir, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

/** IDs of the bot's events in the directory's own engine. */
function loadStoredIds(): string[] {
  const script = `
    import { openEmbeddedEngine } from ${JSON.stringify(file('../../events/store/engine/embedded.ts'))};
    const engine = openEmbeddedEngine(${JSON.stringify(join(spoolDir, 'events'))});
    const rows = await engine.query({ sql: 'SELECT toString(events.id) AS id FROM events FINAL WHERE bot = {bot:String} ORDER BY events.id', params: { bot: '${bot}' } });
    console.log(JSON.stringify(rows.map(({ id }) => id)));
    process.exit(0);`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' }),
  );
}

it('rows that a process left on its disk are loaded without it, once', async () => {
  // A process that accepted events while its engine was away, and never came back.
  const real = openEmbeddedEngine(join(engineDir, 'events'));
  const rejectInsert = async (): Promise<never> => {
    throw new AppError('StoreUnavailable');
  };
  const store = await openEventStoreOn(
    { ...real, insert: (rows) => (rows.table === 'incoming' ? rejectInsert() : real.insert(rows)) },
    { dataDir: spoolDir, logger: pino({ level: 'silent' }), onRejected: () => undefined, stopWaitMs: 0 },
  );
  await store.write([anEvent({ bot, id: '1' }), anEvent({ bot, id: '2' })]);
  await store.write([anEvent({ bot, id: '3' })]);
  await store.close();

  const release = lockDirectory(spoolDir, 'server');
  expect(loadSpool).toThrow('is in use by another process');
  release();
  expect(loadSpool()).toEqual({ loaded_rows: 3, rejected_rows: 0, left_rows: 0 });
  expect(loadStoredIds()).toEqual(['1', '2', '3']);
  expect(loadSpool()).toEqual({ loaded_rows: 0, rejected_rows: 0, left_rows: 0 });
}, 120_000);

it('rows that wait for each of several servers are loaded into that server', async () => {
  const logger = pino({ level: 'silent' });
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-spool-several-'));
  directories.push(dataDir);
  const postgres = await startTestPostgres();
  const clickhouses = await Promise.all([startTestClickHouse(), startTestClickHouse()]);
  const clickhouseUrls = clickhouses.map(({ url }) => url);
  const databaseUrl = await postgres.createDatabase();
  const metadata = await openMetadata({ dataDir, databaseUrl, logger });
  const { store, servers, close } = await openConfiguredStore({
    config: { dataDir, clickhouseUrls, clickhouseCluster: undefined, eventStoreTimeoutMs: 2_000, stopWaitMs: 0 },
    metadata,
    bus: createLocalBus(),
    logger,
    metrics: new Registry(),
    onRejected: () => undefined,
    wrap: (one) => one,
  });
  const [, second = ''] = servers.stores.keys();
  const otherBot = '00000000005b1';
  const row = { key: otherBot, bot_name: 'b_bot', username: 'b_bot', api_key_hash: '', event_server: second };
  await metadata.db.insertInto('bots').values(row).execute();
  await Promise.all(clickhouses.map((clickhouse) => clickhouse.stop()));
  await store.write([
    anEvent({ bot, id: '1' }),
    anEvent({ bot: otherBot, id: '1' }),
    anEvent({ bot: otherBot, id: '2' }),
  ]);
  await close();
  await metadata.close();

  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, APP_SECRET: 's'.repeat(32) };
  const [first, other] = clickhouses;
  await first?.start();
  // The second one is still away.
  const all = { ...env, CLICKHOUSE_URL: clickhouseUrls.join(',') };
  expect(loadSpool(all)).toEqual({ loaded_rows: 1, rejected_rows: 0, left_rows: 2 });
  await other?.start();
  expect(loadSpool(all)).toEqual({ loaded_rows: 2, rejected_rows: 0, left_rows: 0 });
  const response = await fetch(`${other?.url}/?query=${encodeURIComponent('SELECT count() FROM events')}`);
  expect(await response.text()).toBe('2\n');
  await Promise.all(clickhouses.map((clickhouse) => clickhouse.remove()));
  await postgres.stop();
}, 120_000);
