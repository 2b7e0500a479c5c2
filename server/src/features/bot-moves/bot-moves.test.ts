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
let opened: TestServers;
/** The default one and the other one. */
let one = '';
let two = '';
beforeAll(async () => {
  clickhouses = await Promise.all([startTestClickHouse(), startTestClickHouse()]);
  opened = await openTestServers(
    metadata(),
    clickhouses.map(({ url }) => url),
  );
  [one = '', two = ''] = (await opened.botMoves.servers()).map(({ id }) => id);
}, 60_000);
afterAll(async () => {
  await opened.close();
  await Promise.all(clickhouses.map((clickhouse) => clickhouse.remove()));
});

let added = 0;
async function addBot(server: string | null = null): Promise<string> {
  added += 1;
  const key = added.toString(16).padStart(13, '0');
  await metadata()
    .db.insertInto('bots')
    .values({
      key,
      bot_name: `b${added}_bot`,
      username: `b${added}_bot`,
      account_key: null,
      api_key_hash: '',
      event_server: server,
    })
    .execute();
  return key;
}

const march = Date.UTC(2026, 2, 1);
let received = Date.UTC(2026, 6, 1);
/** Events of a few users over some days; `from` numbers them. */
function eventsOf(bot: string, from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    received += 1;
    const names = { firstName: `User ${id % 7}`, text: `text\t${id}\\n`, params: { utm_source: `'ad' ${id % 3}` } };
    const at = { time: march + (id % 40) * 43_200_000, receivedAt: received };
    return anEvent({ bot, id: String(id + 1), userId: 1 + (id % 7), isContact: true, isAction: true, ...names, ...at });
  });
}
/** A new value of a custom field. */
function fieldChange(bot: string, userId: number, value: number): Event {
  received += 1;
  const field = { bot, userId, key: 'balance', type: 'number', value, by: { kind: 'api' } } as const;
  return fieldChangeEvent({ ...field, at: received, version: received * 1_000 });
}
/** A user opens the bot's Mini App in a country. */
function opening(bot: string, userId: number, country: string): Event {
  received += 1;
  const payload = JSON.stringify({ hit: { app: 1, country } });
  return anEvent({ bot, id: String(received), userId, kind: 'hit', type: '', time: received, payload });
}

const countsOf = async (query: ServerEngine['query'], bot: string) => {
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
    const [found] = (await opened.stores.get(server)?.engine.query<{ rows: number }>({ sql, params: { bot } })) ?? [];
    rows += found?.rows ?? 0;
  }
  return rows;
}
const homeOf = async (bot: string) =>
  (await metadata().db.selectFrom('bots').select('event_server').where('key', '=', bot).executeTakeFirst())
    ?.event_server;

/** Simulates a process that is killed: the operation with this number is its last one, and is not answered. */
function mortal(lastOperation: number, bot: string) {
  const done: string[] = [];
  const guard =
    <Args extends unknown[], Result>(name: string, work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (done.length >= lastOperation) throw new Error('killed');
      done.push(name);
      const result = await work(...args);
      if (done.length >= lastOperation) throw new Error('killed');
      return result;
    };
  const engineOf = (engine: ServerEngine): ServerEngine => ({
    ...engine,
    command: guard('command', engine.command),
    insertStream: guard('insertStream', engine.insertStream),
  });
  const stores = new Map(
    [...opened.stores].map(([id, { engine, store }]): [string, ServerStore] => {
      const deleteBot = guard('deleteBot', store.deleteBot);
      return [id, { engine: engineOf(engine), store: { ...store, deleteBot, rollUp: guard('rollUp', store.rollUp) } }];
    }),
  );
  const { moves } = opened;
  const guarded: MoveStore = {
    ...moves,
    list: () => movesOf(bot),
    enter: guard('enter', moves.enter),
    keepProgress: guard('progress', moves.keepProgress),
    finish: guard('finish', moves.finish),
  };
  return { done, mover: opened.mover({ stores, moves: guarded }) };
}

const movesOf = async (bot: string) => (await opened.moves.list()).filter((move) => move.bot === bot);

async function moveAll(bot: string): Promise<void> {
  const mover = opened.mover({ moves: { ...opened.moves, list: () => movesOf(bot) } });
  await expect
    .poll(
      async () => {
        await mover.advanceAll();
        return (await movesOf(bot)).map(({ state, problem }) => ({ state, problem }));
      },
      { timeout: 60_000, interval: 20 },
    )
    .toEqual([]);
}

/** One move whose mover is killed at an operation, and goes on; true if it was over before. */
async function moveWithDeath(last: number): Promise<boolean> {
  const [source, target] = last % 2 === 0 ? [two, one] : [one, two];
  const bot = await addBot(last % 2 === 0 ? two : null);
  let written = 30;
  await opened.store.write([...eventsOf(bot, 0, written), fieldChange(bot, 1, 10), fieldChange(bot, 2, 20)]);
  await opened.store.write([opening(bot, 1, 'DE'), opening(bot, 2, 'TR')]);
  await opened.store.flush();
  await opened.store.rollUp(bot, march + 5 * 86_400_000);
  await opened.botMoves.start(bot, target);
  const { done, mover } = mortal(last, bot);
  for (let round = 0; round < 3; round += 1) {
    await opened.store.write([...eventsOf(bot, written, 3), fieldChange(bot, 2, 30), opening(bot, 2, 'FR')]);
    written += 3;
    await mover.advanceAll();
    await opened.store.flush();
    expect([last, await countsOf(opened.store.query, bot)]).toMatchObject([
      last,
      { events: written, users: 7, countries: ['1DE', '2FR'] },
    ]);
  }
  const before = await countsOf(opened.store.query, bot);
  await moveAll(bot);
  expect([last, await homeOf(bot), await rowsOn(source, bot)]).toEqual([last, target, 0]);
  expect(await countsOf(opened.store.query, bot)).toEqual(before);
  const engine = opened.stores.get(target)?.engine;
  expect(engine && (await countsOf(engine.query, bot))).toEqual(before);
  return done.length < last;
}

it('moves a bot, whatever step its mover is killed at, while events go on', async () => {
  // Several at a time: a deletion waits for a background task of the engine.
  const atOnce = 8;
  const stride = byRunLength({ regular: 3, long: 1 });
  let deaths = 0;
  for (let isOver = false; !isOver; ) {
    const first = deaths + 1;
    const steps = Array.from({ length: atOnce }, (_, index) => (first + index) * stride);
    const ended = await Promise.all(steps.map(moveWithDeath));
    deaths += ended.filter((wasOver) => !wasOver).length;
    isOver = ended.includes(true);
  }
  expect(deaths * stride).toBeGreaterThan(15);
}, 300_000);

it('copies what the engine has: the same users, marks and contents', async () => {
  const bot = await addBot();
  await opened.store.write(eventsOf(bot, 0, 25));
  // A copy that was received before one that is stored already: its user waits to be built again.
  const [event] = eventsOf(bot, 3, 1);
  if (event) await opened.store.write([{ ...event, time: march - 86_400_000, receivedAt: Date.UTC(2026, 5, 1) }]);
  await opened.store.flush();
  const profile = async () => (await opened.store.rollup(bot))?.usersToRebuild;
  expect(await profile()).toEqual([4]);
  await opened.botMoves.start(bot, two);
  await moveAll(bot);
  expect([await homeOf(bot), await profile()]).toEqual([two, [4]]);
  await opened.store.rollUp(bot, 0);
  expect(await profile()).toEqual([]);
  expect((await countsOf(opened.store.query, bot))?.events).toBe(25);
});

it('goes on only when every process writes to both servers, and none reads the former one', async () => {
  const bot = await addBot();
  // Its bus does not reach the other process: it learns from the metadata store when it reports.
  const urls = clickhouses.map(({ url }) => url);
  const other = await openTestServers(metadata(), urls, 'second');
  const stateAfterStep = async () => {
    await opened.mover().advanceAll();
    return (await opened.moves.byBot(bot))?.state ?? 'done';
  };
  await other.store.write(eventsOf(bot, 0, 20));
  await opened.botMoves.start(bot, two);
  await other.store.write(eventsOf(bot, 20, 10));
  expect(await stateAfterStep()).toBe('preparing');
  let written = 30;
  const states = new Set<string>();
  for (let state = 'preparing'; state !== 'done'; written += 1) {
    await other.store.write(eventsOf(bot, written, 1));
    await Promise.all([opened, other].map(({ store }) => store.flush()));
    await other.heartbeat.beat();
    for (const { store } of [opened, other]) {
      expect([state, await countsOf(store.query, bot)]).toMatchObject([state, { events: written + 1, users: 7 }]);
    }
    state = await stateAfterStep();
    states.add(state);
  }
  expect([...states]).toEqual(['adding-users', 'comparing', 'switched', 'deleting', 'done']);
  await other.heartbeat.beat();
  expect([await rowsOn(one, bot), (await countsOf(other.store.query, bot))?.events]).toEqual([0, written]);
  await other.close();
  await metadata().db.deleteFrom('instances').where('id', '=', 'second').execute();
}, 60_000);

it('does not rewrite a history that is being copied, and deletes a removed bot from both servers', async () => {
  const bot = await addBot();
  await opened.store.write(eventsOf(bot, 0, 25));
  await opened.store.flush();
  await opened.botMoves.start(bot, two);
  const mover = opened.mover({ insertTimeoutMs: 3_600_000 });
  await expect
    .poll(async () => {
      await mover.advanceAll();
      return (await opened.moves.byBot(bot))?.state;
    })
    .toBe('copied');
  expect(await rowsOn(two, bot)).toBeGreaterThan(24);
  await expect(opened.store.deleteBefore(bot, march + 86_400_000)).rejects.toThrow('being moved');
  await expect(opened.store.reparseLaunches(bot, () => ({ params: {}, source: '' }))).rejects.toThrow('being moved');

  await metadata().db.updateTable('bots').set({ removed_at: new Date() }).where('key', '=', bot).execute();
  await opened.store.deleteBot(bot);
  await opened.mover().advanceAll();
  expect([await rowsOn(one, bot), await rowsOn(two, bot)]).toEqual([0, 0]);
  await metadata().db.deleteFrom('bots').where('key', '=', bot).execute();
  expect(await opened.botMoves.moves()).toEqual([]);
});

it('is cancelled until reads have switched, and then moved back', async () => {
  const bot = await addBot();
  await opened.store.write(eventsOf(bot, 0, 25));
  await opened.store.flush();
  await opened.botMoves.start(bot, two);
  await opened.mover({ insertTimeoutMs: 3_600_000 }).advanceAll();
  await expect.poll(() => rowsOn(two, bot)).toBeGreaterThan(24);
  expect(await opened.botMoves.cancel(bot)).toMatchObject({ state: 'cancelling' });
  await expect(opened.botMoves.start(bot, two)).rejects.toThrow('being moved already');
  await moveAll(bot);
  expect([await homeOf(bot), await rowsOn(two, bot)]).toEqual([one, 0]);

  await opened.botMoves.start(bot, two);
  const switched = async (): Promise<boolean> => {
    const state = (await opened.moves.byBot(bot))?.state;
    return state === 'switched' || state === 'deleting';
  };
  const slow = opened.mover({ haveStored: async () => !(await switched()) });
  await slow.advanceAll();
  expect(await switched()).toBe(true);
  await expect(opened.botMoves.cancel(bot)).rejects.toThrow('move it back');
  await moveAll(bot);
  expect((await countsOf(opened.store.query, bot))?.events).toBe(25);
});

it('finds a difference, and does not switch', async () => {
  const bot = await addBot();
  await opened.store.write(eventsOf(bot, 0, 25));
  await opened.store.flush();
  await opened.botMoves.start(bot, two);
  await opened.mover({ insertTimeoutMs: 3_600_000 }).advanceAll();
  const target = opened.stores.get(two)?.engine;
  await target?.command('DELETE FROM events WHERE bot = {bot:String} AND id = 7', { bot });
  await opened.mover().advanceAll();
  expect(await opened.botMoves.moves()).toMatchObject([
    { bot, from: one, to: two, state: 'comparing', problem: 'events: 10 on the source, 9 on the target' },
  ]);
  await opened.botMoves.cancel(bot);
  await moveAll(bot);
  expect((await countsOf(opened.store.query, bot))?.events).toBe(25);
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
  expect(servers).toEqual([one, two, one, two]);
  expect(await opened.botMoves.servers()).toMatchObject([
    { id: one, default: true, bots: 2 },
    { id: two, default: false, bots: 2 },
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
