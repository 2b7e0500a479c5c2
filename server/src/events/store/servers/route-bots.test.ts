import { beforeEach, expect, it } from 'vitest';
import type { EventStore, EventStoreHealth, Rollup, Statement } from '../event-store.ts';
import { anEvent } from '../test-event.ts';
import type { BotLocation, Placement } from './placement.ts';
import { routeBots } from './route-bots.ts';

let calls: string[];
let locations: Map<string, BotLocation>;
/** Each write waits for it. */
let disk: PromiseWithResolvers<void>;
let downServer: string;
beforeEach(() => {
  calls = [];
  downServer = 'two';
  disk = Promise.withResolvers();
  locations = new Map([
    ['a', createLocation('one')],
    ['b', createLocation('two')],
    ['m', { reads: 'one', writes: ['one', 'two'], all: ['one', 'two'], isMoving: true }],
    ['n', createLocation('three')],
  ]);
});

const createLocation = (server: string): BotLocation => ({
  reads: server,
  writes: [server],
  all: [server],
  isMoving: false,
});
const locate = (bot: string): BotLocation => locations.get(bot) ?? createLocation('one');
const placement: Placement = { locate, locateNow: async (bot) => locate(bot) };
const health = (isReady: boolean): EventStoreHealth => ({
  takesRows: isReady,
  ready: isReady,
  engine: 'server',
  spooledRows: isReady ? 0 : 7,
  spooledBytes: 0,
  lastError: isReady ? null : 'away',
});
function fakeStore(name: string, rollup?: Rollup): EventStore {
  const note = (callText: string) => {
    calls.push(`${name} ${callText}`);
  };
  return {
    async write(events) {
      await disk.promise;
      note(`write ${events.map(({ bot, id }) => bot + id).join(' ')}`);
    },
    async query<Row extends object>(statement: Statement) {
      note(`query ${statement.bot ?? ''}`);
      return [] as Row[];
    },
    writeFile: async ({ bot }, { path }) => note(`writeFile ${bot} ${path}`),
    completeUntil: async () => null,
    rollup: async () => rollup,
    rollUp: async (bot) => note(`rollUp ${bot}`),
    deleteBot: async (bot) => note(`deleteBot ${bot}`),
    deleteBefore: async () => 1,
    deleteHits: async () => 1,
    deleteSiteHits: async () => 1,
    reparseLaunches: async () => 1,
    flush: async () => undefined,
    health: () => health(name !== downServer),
    spoolPositions: () => [{ appended: 2, removed: name === 'one' ? 2 : 1 }],
    rebuildUsers: async () => undefined,
    changeMembers: async () => undefined,
    writeCampaignOutcomes: async () => undefined,
    async eraseUsers(bot) {
      note(`eraseUsers ${bot}`);
      return {};
    },
    async countUserRows(bot) {
      note(`countUserRows ${bot}`);
      return 0;
    },
    async purgeDeleted() {
      note('purgeDeleted');
      return name === 'one' ? 5 : 7;
    },
    hasReplacedFiles: async () => name === 'two',
    close: async () => undefined,
  };
}
const rolled: Rollup = { generation: 3, until: 5, staleUsers: [], usersToRebuild: [] };
const open = () =>
  routeBots(
    new Map([
      ['one', fakeStore('one', rolled)],
      ['two', fakeStore('two')],
    ]),
    placement,
  );

it('writes each row where its bot is, and to both servers while it is moved', async () => {
  const store = open();
  disk.resolve();
  await store.write(['a', 'b', 'm', 'a'].map((bot, id) => anEvent({ bot, id: String(id) })));
  expect(calls.toSorted()).toEqual(['one write a0 m2 a3', 'two write b1 m2']);
  await expect(store.write([anEvent({ bot: 'n' })])).rejects.toMatchObject({ code: 'StoreUnavailable' });
});

it('knows when no write goes by the former map any more', async () => {
  const store = open();
  const writing = store.write([anEvent({ bot: 'a' })]);
  locations.set('a', createLocation('two'));
  let isSettled = false;
  const settled = store.settleWrites().then(() => {
    isSettled = true;
  });
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  disk.resolve();
  await Promise.all([writing, settled]);
  expect(calls).toEqual(['one write a1']);
});

it('asks the server whose roll-up a statement reads, also after the bot was moved', async () => {
  const store = open();
  const rollup = await store.rollup('a');
  expect(rollup).toEqual({ ...rolled, server: 'one' });
  // The server is named without a roll-up too: the next statement must not find another server's state.
  expect(await store.rollup('b')).toEqual({
    generation: 0,
    until: 0,
    staleUsers: [],
    usersToRebuild: [],
    server: 'two',
  });
  locations.set('a', createLocation('two'));
  await store.query({ sql: '', bot: 'a', server: rollup?.server });
  await store.query({ sql: '', bot: 'a' });
  // One that reads no events goes to any server that answers.
  await store.query({ sql: '' });
  downServer = 'one';
  await store.query({ sql: '' });
  expect(calls).toEqual(['one query a', 'two query a', 'one query ', 'two query ']);
});

it('rewrites no history that is being copied, and deletes all copies', async () => {
  const store = open();
  await store.rollUp('m', 1);
  await store.rollUp('b', 1);
  await store.deleteBot('m');
  expect(calls).toEqual(['two rollUp b', 'one deleteBot m', 'two deleteBot m']);
  const movingError = { code: 'StoreUnavailable', message: expect.stringContaining('being moved') };
  await expect(store.deleteBefore('m', 1)).rejects.toMatchObject(movingError);
  await expect(store.reparseLaunches('m', () => ({ params: {}, source: '' }))).rejects.toMatchObject(movingError);
  await expect(store.rebuildUsers('m')).rejects.toMatchObject(movingError);
  expect(await store.deleteBefore('a', 1)).toBe(1);
  await expect(store.deleteHits('m', 1)).rejects.toMatchObject(movingError);
  expect(await store.deleteHits('a', 1)).toBe(1);
});

it('stays in service while one server answers', () => {
  const store = open();
  expect(store.health()).toEqual({
    ...{ takesRows: true, ready: true, engine: 'server', spooledRows: 7, spooledBytes: 0, lastError: 'two: away' },
    servers: { one: health(true), two: health(false) },
  });
  expect(store.spoolPositions()).toEqual([
    { appended: 2, removed: 2 },
    { appended: 2, removed: 1 },
  ]);
});
