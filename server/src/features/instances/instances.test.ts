import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Metadata, openMetadata } from '../../platform/metadata/open-metadata.ts';
import { startTestPostgres, type TestPostgres } from '../../platform/metadata/test-postgres.ts';
import { createBots } from '../bots/bots.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createInstances } from './instances.ts';

const logger = pino({ level: 'silent' });
/** Only the beats that a test asks for. */
const intervalMs = 3_600_000;

let postgres: TestPostgres;
let metadata: Metadata;
beforeAll(async () => {
  postgres = await startTestPostgres();
  metadata = await openMetadata({ dataDir: '/nowhere', databaseUrl: await postgres.createDatabase(), logger });
});
afterAll(async () => {
  await metadata.close();
  await postgres.stop();
});

function startInstance(id: string) {
  const position = { appended: 0, removed: 0 };
  const instance = { id, roles: ['ingest'], host: 'test' };
  const heartbeat = startHeartbeat({
    db: metadata.db,
    own: instance,
    spoolPositions: () => [{ ...position }],
    logger,
    intervalMs,
  });
  return { position, ...heartbeat };
}
/** Dates have whole milliseconds: whatever comes after it is at a later one. */
const databaseNow = async (): Promise<Date> => {
  const [row] = await metadata.run('SELECT now() AS at, pg_sleep(0.002)');
  return new Date(row?.at as Date);
};

describe('two instances on one database', () => {
  it('report how far their rows are stored', async () => {
    const instances = createInstances(metadata.db);
    const [first, second] = [startInstance('first'), startInstance('second')];
    await Promise.all([first.beat(), second.beat()]);
    const before = await databaseNow();
    expect(await instances.haveStored(before)).toBe(false);
    await Promise.all([first.beat(), second.beat()]);
    expect(await instances.haveStored(before)).toBe(true);

    // The second accepts five rows; the engine takes three of them.
    second.position.appended = 5;
    second.position.removed = 3;
    await Promise.all([first.beat(), second.beat()]);
    const moment = await databaseNow();
    await Promise.all([first.beat(), second.beat()]);
    expect(await instances.haveStored(moment)).toBe(false);
    const byId = (await instances.list()).sort((one, other) => one.id.localeCompare(other.id));
    expect(byId).toMatchObject([
      { id: 'first', spooled_rows: 0 },
      { id: 'second', roles: 'ingest', host: 'test', spooled_rows: 2 },
    ]);
    // More rows come while the first five are stored: the moment before them counts.
    second.position.appended = 9;
    second.position.removed = 5;
    await second.beat();
    expect(await instances.haveStored(moment)).toBe(true);
    expect(await instances.haveStored(await databaseNow())).toBe(false);

    // Its disk is lost: the operator takes it off the list.
    await second.close();
    const after = await databaseNow();
    await first.beat();
    expect(await instances.haveStored(after)).toBe(false);
    expect([await instances.remove('second'), await instances.remove('second')]).toEqual([true, false]);
    expect(await instances.haveStored(after)).toBe(true);
    await first.close();
    await instances.remove('first');
  });

  it('keep a removed bot’s row until neither can still store an event of it', async () => {
    const instances = createInstances(metadata.db);
    const bots = createBots({ metadata, secret: 's'.repeat(32), logger });
    const first = startInstance('first');
    const bot = await bots.ensureDemo('0123456789abc', 'gone_bot');
    await bots.remove(bot.key);
    const deletedBots: string[] = [];
    const pass = () => bots.forgetRemoved(async (key) => void deletedBots.push(key), instances.haveStored);
    const rows = () => metadata.db.selectFrom('bots').select('key').execute();

    await first.beat();
    expect(await pass()).toBe(0);
    expect([deletedBots, await rows()]).toEqual([[bot.key], [{ key: bot.key }]]);

    // Two minutes later.
    await metadata.run("UPDATE bots SET removed_at = removed_at - interval '2 minutes'");
    await first.beat();
    expect(await pass()).toBe(1);
    expect([deletedBots, await rows()]).toEqual([[bot.key, bot.key], []]);
    await first.close();
    await bots.close();
  });
});
