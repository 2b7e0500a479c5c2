import type { Event } from '@botscope/contract';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldChangeEvent } from '../../events/normalize/field-change-event.ts';
import type { ServerEngine } from '../../events/store/engine/engine.ts';
import type { ServerStore } from '../../events/store/servers/server-stores.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { chooseEventServer } from '../event-store/event-store.ts';
import type { MoveStore } from './move-store.ts';
import { openTestServers, startTestClickHouse, type TestClickHouse, type TestServers } from './test-servers.ts';

const metadata = testMetadata();
let clickhouses: TestClickHouse[];
let testServers: TestServers;
/** The default one and the other one. */
let one = '';
let secondServer = '';
beforeAll(async () => {
  clickhouses = await Promise.all([startTestClickHouse(), startTestClickHouse()]);
  testServers = await openTestServers(
    metadata(),
    clickhouses.map(({ url }) => url),
  );
  [one = '', secondServer = ''] = (await testServers.botMoves.servers()).map(({ id }) => id);
}, 60_000);
afterAll(async () => {
  await testServers.close();
  await Promise.all(clickhouses.map((clickhouse) => clickhouse.remove()));
});

let botCount = 0;
async function addBot(server: string | null = null): Promise<string> {
  botCount += 1;
  const key = botCount.toString(16).padStart(13, '0');
  await metadata()
    .db.insertInto('bots')
    .values({
      key,
      bot_name: `b${botCount}_bot`,
      username: `b${botCount}_bot`,
      account_key: null,
      api_key_hash: '',
      event_server: server,
    })
    .execute();
  return key;
}

const march = Date.UTC(2026, 2, 1);
let receiptTime = Date.UTC(2026, 6, 1);
/** Events of a few users over some days; `from` numbers them. */
function buildEvents(bot: string, from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    receiptTime += 1;
    const names = { firstName: `User ${id % 7}`, text: `text\t${id}\\n`, params: { utm_source: `'ad' ${id % 3}` } };
    const times = { time: march + (id % 40) * 43_200_000, receivedAt: receiptTime };
    return anEvent({
      bot,
      id: String(id + 1),
      userId: 1 + (id % 7),
      isContact: true,
      isAction: true,
      ...names,
      ...times,
    });
  });
}
/** A new value of a custom field. */
function fieldChange(bot: string, userId: number, value: number): Event {
  receiptTime += 1;
  const field = { bot, userId, key: 'balance', type: 'number', value, by: { kind: 'api' } } as const;
  return fieldChangeEvent({ ...field, at: receiptTime, version: receiptTime * 1_000 });
}
/** A user opens the bot's Mini App in a country. */
function opening(bot: string, userId: number, country: string): Event {
  receiptTime += 1;
  const payload = JSON.stringify({ hit: { app: 1, country } });
  return anEvent({ bot, id: String(receiptTime), userId, kind: 'hit', type: '', time: receiptTime, payload });
}

const loadCounts = async (query: ServerEngine['query'], bot: string) => {
  const [row] = await query<{
    events: number;
    users: number;
    lengths: number;
    fields: number;
    countries: string[];
    last: number;
  }>({
    sql: `SELECT count() AS events, (SELECT count() FROM users FINAL WHERE bot = {bot:String}) AS users,
        sum(length(text) + length(params['utm_source'])) AS lengths,
        (SELECT sum(value_number * user_id) FROM field_values FINAL WHERE bot = {bot:String}) AS fields,
        (SELECT arraySort(groupArray(concat(toString(user_id), last_country))) FROM (
          SELECT user_id, char(bitAnd(bitShiftRight(max(last), 8), 255), bitAnd(max(last), 255)) AS last_country FROM app_countries
          WHERE bot = {bot:String} GROUP BY user_id)) AS countries,
        (SELECT toUnixTimestamp64Milli(max(last_time)) FROM users FINAL WHERE bot = {bot:String}) AS last
      FROM events FINAL WHERE bot = {bot:String} AND kind NOT IN ('field_change', 'hit')`,
    params: { bot },
    bot,
  });
  return row;
};
/** Everything that a server has of a bot, in any table. */
async function rowsOn(server: string, bot: string): Promise<number> {
  let rows = 0;
  for (const table of [
    'events',
    'users',
    'archived_users',
    'user_rebuilds',
    'field_values',
    'app_countries',
    'rollups',
    'activity_runs',
    'stale_users',
  ]) {
    const sql = `SELECT count() AS rows FROM ${table} WHERE bot = {bot:String}`;
    const [countRow] =
      (await testServers.stores.get(server)?.engine.query<{ rows: number }>({ sql, params: { bot } })) ?? [];
    rows += countRow?.rows ?? 0;
  }
  return rows;
}
const loadHome = async (bot: string) =>
  (await metadata().db.selectFrom('bots').select('event_server').where('key', '=', bot).executeTakeFirst())
    ?.event_server;

/** Simulates a process that is killed: the operation with this number is its last one, and is not answered. */
function mortal(lastOperation: number, bot: string) {
  const operations: string[] = [];
  const guard =
    <Args extends unknown[], Result>(name: string, work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (operations.length >= lastOperation) throw new Error('killed');
      operations.push(name);
      const result = await work(...args);
      if (operations.length >= lastOperation) throw new Error('killed');
      return result;
    };
  const guardEngine = (engine: ServerEngine): ServerEngine => ({
    ...engine,
    command: guard('command', engine.command),
    insertStream: guard('insertStream', engine.insertStream),
  });
  const stores = new Map(
    [...testServers.stores].map(([id, { engine, store }]): [string, ServerStore] => {
      const deleteBot = guard('deleteBot', store.deleteBot);
      return [
        id,
        { engine: guardEngine(engine), store: { ...store, deleteBot, rollUp: guard('rollUp', store.rollUp) } },
      ];
    }),
  );
  const { moves } = testServers;
  const guarded: MoveStore = {
    ...moves,
    list: () => listMoves(bot),
    enter: guard('enter', moves.enter),
    keepProgress: guard('progress', moves.keepProgress),
    finish: guard('finish', moves.finish),
  };
  return { done: operations, mover: testServers.mover({ stores, moves: guarded }) };
}

const listMoves = async (bot: string) => (await testServers.moves.list()).filter((move) => move.bot === bot);

async function moveAll(bot: string): Promise<void> {
  const mover = testServers.mover({ moves: { ...testServers.moves, list: () => listMoves(bot) } });
  await expect
    .poll(
      async () => {
        await mover.advanceAll();
        return (await listMoves(bot)).map(({ state, problem }) => ({ state, problem }));
      },
      { timeout: 60_000, interval: 20 },
    )
    .toEqual([]);
}

/** One move whose mover is killed at an operation, and goes on; true if it was over before. */
async function moveWithDeath(last: number): Promise<boolean> {
  const [source, target] = last % 2 === 0 ? [secondServer, one] : [one, secondServer];
  const bot = await addBot(last % 2 === 0 ? secondServer : null);
  let writtenCount = 30;
  await testServers.store.write([
    ...buildEvents(bot, 0, writtenCount),
    fieldChange(bot, 1, 10),
    fieldChange(bot, 2, 20),
  ]);
  await testServers.store.write([opening(bot, 1, 'DE'), opening(bot, 2, 'TR')]);
  await testServers.store.flush();
  await testServers.store.rollUp(bot, march + 5 * 86_400_000);
  await testServers.botMoves.start(bot, target);
  const { done, mover } = mortal(last, bot);
  for (let round = 0; round < 3; round += 1) {
    await testServers.store.write([
      ...buildEvents(bot, writtenCount, 3),
      fieldChange(bot, 2, 30),
      opening(bot, 2, 'FR'),
    ]);
    writtenCount += 3;
    await mover.advanceAll();
    await testServers.store.flush();
    expect([last, await loadCounts(testServers.store.query, bot)]).toMatchObject([
      last,
      { events: writtenCount, users: 7, countries: ['1DE', '2FR'] },
    ]);
  }
  const before = await loadCounts(testServers.store.query, bot);
  await moveAll(bot);
  expect([last, await loadHome(bot), await rowsOn(source, bot)]).toEqual([last, target, 0]);
  expect(await loadCounts(testServers.store.query, bot)).toEqual(before);
  const engine = testServers.stores.get(target)?.engine;
  expect(engine && (await loadCounts(engine.query, bot))).toEqual(before);
  return done.length < last;
}

it('moves a bot, whatever step its mover is killed at, while events go on', async () => {
  // Several at a time: a deletion waits for a background task of the engine.
  const atOnce = byRunLength({ regular: 5, long: 8 });
  // An odd one: every second step moves the other way.
  const stride = byRunLength({ regular: 5, long: 1 });
  let deaths = 0;
  for (let isOver = false; !isOver; ) {
    const first = deaths + 1;
    const steps = Array.from({ length: atOnce }, (_, index) => (first + index) * stride);
    const outcomes = await Promise.all(steps.map(moveWithDeath));
    deaths += outcomes.filter((wasOver) => !wasOver).length;
    isOver = outcomes.includes(true);
  }
  expect(deaths * stride).toBeGreaterThan(15);
}, 300_000);

it('copies what the engine has: the same users, marks and contents', async () => {
  const bot = await addBot();
  await testServers.store.write(buildEvents(bot, 0, 25));
  // A copy that was received before one that is stored already: its user waits to be built again.
  const [event] = buildEvents(bot, 3, 1);
  if (event) await testServers.store.write([{ ...event, time: march - 86_400_000, receivedAt: Date.UTC(2026, 5, 1) }]);
  await testServers.store.flush();
  const profile = async () => (await testServers.store.rollup(bot))?.usersToRebuild;
  expect(await profile()).toEqual([4]);
  await testServers.botMoves.start(bot, secondServer);
  await moveAll(bot);
  expect([await loadHome(bot), await profile()]).toEqual([secondServer, [4]]);
  await testServers.store.rollUp(bot, 0);
  expect(await profile()).toEqual([]);
  expect((await loadCounts(testServers.store.query, bot))?.events).toBe(25);
});

it('goes on only when every process writes to both servers, and none reads the former one', async () => {
  const bot = await addBot();
  // Its bus does not reach the other process: it learns from the metadata store when it reports.
  const urls = clickhouses.map(({ url }) => url);
  const other = await openTestServers(metadata(), urls, 'second');
  const stateAfterStep = async () => {
    await testServers.mover().advanceAll();
    return (await testServers.moves.byBot(bot))?.state ?? 'done';
  };
  await other.store.write(buildEvents(bot, 0, 20));
  await testServers.botMoves.start(bot, secondServer);
  await other.store.write(buildEvents(bot, 20, 10));
  expect(await stateAfterStep()).toBe('preparing');
  let writtenCount = 30;
  const states = new Set<string>();
  for (let state = 'preparing'; state !== 'done'; writtenCount += 1) {
    await other.store.write(buildEvents(bot, writtenCount, 1));
    await Promise.all([testServers, other].map(({ store }) => store.flush()));
    await other.heartbeat.beat();
    for (const { store } of [testServers, other]) {
      expect([state, await loadCounts(store.query, bot)]).toMatchObject([
        state,
        { events: writtenCount + 1, users: 7 },
      ]);
    }
    state = await stateAfterStep();
    states.add(state);
  }
  expect([...states]).toEqual(['adding-users', 'comparing', 'switched', 'deleting', 'done']);
  await other.heartbeat.beat();
  expect([await rowsOn(one, bot), (await loadCounts(other.store.query, bot))?.events]).toEqual([0, writtenCount]);
  await other.close();
  await metadata().db.deleteFrom('instances').where('id', '=', 'second').execute();
}, 60_000);

it('does not rewrite a history that is being copied, and deletes a removed bot from both servers', async () => {
  const bot = await addBot();
  await testServers.store.write(buildEvents(bot, 0, 25));
  await testServers.store.flush();
  await testServers.botMoves.start(bot, secondServer);
  const mover = testServers.mover({ insertTimeoutMs: 3_600_000 });
  await expect
    .poll(async () => {
      await mover.advanceAll();
      return (await testServers.moves.byBot(bot))?.state;
    })
    .toBe('copied');
  expect(await rowsOn(secondServer, bot)).toBeGreaterThan(24);
  await expect(testServers.store.deleteBefore(bot, march + 86_400_000)).rejects.toThrow('being moved');
  await expect(testServers.store.reparseLaunches(bot, () => ({ params: {}, source: '' }))).rejects.toThrow(
    'being moved',
  );

  await metadata().db.updateTable('bots').set({ removed_at: new Date() }).where('key', '=', bot).execute();
  await testServers.store.deleteBot(bot);
  await testServers.mover().advanceAll();
  expect([await rowsOn(one, bot), await rowsOn(secondServer, bot)]).toEqual([0, 0]);
  await metadata().db.deleteFrom('bots').where('key', '=', bot).execute();
  expect(await testServers.botMoves.moves()).toEqual([]);
});

it('is cancelled until reads have switched, and then moved back', async () => {
  const bot = await addBot();
  await testServers.store.write(buildEvents(bot, 0, 25));
  await testServers.store.flush();
  await testServers.botMoves.start(bot, secondServer);
  await testServers.mover({ insertTimeoutMs: 3_600_000 }).advanceAll();
  await expect.poll(() => rowsOn(secondServer, bot)).toBeGreaterThan(24);
  expect(await testServers.botMoves.cancel(bot)).toMatchObject({ state: 'cancelling' });
  await expect(testServers.botMoves.start(bot, secondServer)).rejects.toThrow('being moved already');
  await moveAll(bot);
  expect([await loadHome(bot), await rowsOn(secondServer, bot)]).toEqual([one, 0]);

  await testServers.botMoves.start(bot, secondServer);
  const switched = async (): Promise<boolean> => {
    const state = (await testServers.moves.byBot(bot))?.state;
    return state === 'switched' || state === 'deleting';
  };
  const slow = testServers.mover({ haveStored: async () => !(await switched()) });
  await slow.advanceAll();
  expect(await switched()).toBe(true);
  await expect(testServers.botMoves.cancel(bot)).rejects.toThrow('move it back');
  await moveAll(bot);
  expect((await loadCounts(testServers.store.query, bot))?.events).toBe(25);
});

it('finds a difference, and does not switch', async () => {
  const bot = await addBot();
  await testServers.store.write(buildEvents(bot, 0, 25));
  await testServers.store.flush();
  await testServers.botMoves.start(bot, secondServer);
  await testServers.mover({ insertTimeoutMs: 3_600_000 }).advanceAll();
  const target = testServers.stores.get(secondServer)?.engine;
  await target?.command('DELETE FROM events WHERE bot = {bot:String} AND id = 7', { bot });
  await testServers.mover().advanceAll();
  expect(await testServers.botMoves.moves()).toMatchObject([
    { bot, from: one, to: secondServer, state: 'comparing', problem: 'events: 10 on the source, 9 on the target' },
  ]);
  await testServers.botMoves.cancel(bot);
  await moveAll(bot);
  expect((await loadCounts(testServers.store.query, bot))?.events).toBe(25);
});

it('puts new bots where the fewest are, once every process knows the server', async () => {
  const { db } = metadata();
  await db.deleteFrom('bots').execute();
  const servers: (string | null)[] = [];
  for (let bots = 0; bots < 4; bots += 1) {
    const server = await chooseEventServer(db);
    servers.push(server);
    await addBot(server);
  }
  expect(servers).toEqual([one, secondServer, one, secondServer]);
  expect(await testServers.botMoves.servers()).toMatchObject([
    { id: one, default: true, bots: 2 },
    { id: secondServer, default: false, bots: 2 },
  ]);
  // A process that started before the second server was added writes all of its bots to the first one.
  await metadata().run(
    `INSERT INTO instances (id, roles, host, started_at, seen_at, spooled_rows)
     SELECT 'older', 'ingest', 'test', min(added_at) - interval '1 hour', now(), 0 FROM event_servers`,
  );
  expect(await chooseEventServer(db)).toBe(null);
  await metadata().run("UPDATE instances SET seen_at = now() - interval '11 minutes' WHERE id = 'older'");
  expect(await chooseEventServer(db)).not.toBe(null);
  await metadata().run("DELETE FROM instances WHERE id = 'older'");
});
