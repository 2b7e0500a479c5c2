import { beforeEach, expect, test } from 'vitest';
import { findHolder, type LeaseHolder } from './bot-leases.ts';
import { createLeaseTable, type LeaseTable, type LeaseUpdate } from './lease-table.ts';

const localHolder: LeaseHolder = { is: 'here' };
const remoteHolder: LeaseHolder = { is: 'elsewhere', address: 'http://there' };

let monotonicMs: number;
let wallMs: number;
let timers: { at: number; run: () => void }[];
let table: LeaseTable;
let lostBots: string[];
let gained: string[];
/** Store's answer to a claim; null = it cannot be asked. */
let answer: LeaseHolder | null;
let claims: [string, boolean][];

beforeEach(() => {
  monotonicMs = 1_000;
  wallMs = 5_000;
  timers = [];
  lostBots = [];
  answer = localHolder;
  claims = [];
  table = createLeaseTable({
    async claim(bot, isPassedOn) {
      claims.push([bot, isPassedOn]);
      if (answer === null) throw new Error('away');
      return answer;
    },
    successorOf: async () => Promise.reject(new Error('away')),
    leave: async () => Promise.reject(new Error('away')),
    clock: {
      monotonicMs: () => monotonicMs,
      wallMs: () => wallMs,
      after(ms, run) {
        const timer = { at: monotonicMs + ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
  });
  table.onLost((bot, isMoving) => lostBots.push(isMoving ? `${bot} moves` : bot));
  gained = [];
  table.onGained((bot) => gained.push(bot));
});
const update = (change: Partial<LeaseUpdate>): void =>
  table.update({
    isShared: true,
    end: { monotonicMs: 31_000, wallMs: 35_000 },
    holders: [],
    isWhole: false,
    lastDeathAt: null,
    ...change,
  });
function pass(ms: number, wall = ms): void {
  monotonicMs += ms;
  wallMs += wall;
  for (const timer of timers.filter(({ at }) => at <= monotonicMs)) {
    timers.splice(timers.indexOf(timer), 1);
    timer.run();
  }
}

test('nobody serves a bot before anything is known, and without sharing it is served here', () => {
  expect(table.holderOf('a')).toEqual({ is: 'nobody' });
  update({ isShared: false });
  expect(table.holderOf('a')).toEqual(localHolder);
});

test('leases end by themselves, and go on when they are prolonged', () => {
  update({ holders: [['a', localHolder]] });
  pass(29_999);
  expect([table.holderOf('a'), lostBots]).toEqual([localHolder, []]);
  pass(1);
  expect([table.holderOf('a'), lostBots]).toEqual([{ is: 'elsewhere', address: null }, ['a']]);
  update({ end: { monotonicMs: 61_000, wallMs: 65_000 } });
  expect(table.holderOf('a')).toEqual(localHolder);
});

test('a machine that was suspended goes by its wall clock', () => {
  update({ holders: [['a', localHolder]] });
  pass(10, 40_000);
  expect(table.holderOf('a')).toEqual({ is: 'elsewhere', address: null });
});

test('a bot that another process serves is lost here; one that is not named is nobody’s', () => {
  update({
    holders: [
      ['a', localHolder],
      ['b', localHolder],
      ['c', remoteHolder],
    ],
    isWhole: true,
  });
  update({ holders: [['a', remoteHolder]] });
  expect(lostBots).toEqual(['a']);
  update({ holders: [['a', remoteHolder]], isWhole: true });
  expect(lostBots).toEqual(['a', 'b']);
  expect(table.holderOf('c')).toEqual({ is: 'nobody' });
  update({ holders: [['b', localHolder]] });
  expect(gained).toEqual(['a', 'b', 'b']);
});

test('a bot that moves stops here first, and comes back if it cannot', () => {
  update({ holders: [['a', localHolder]] });
  table.giveUp('a');
  expect([table.holderOf('a'), lostBots]).toEqual([{ is: 'nobody' }, ['a moves']]);
  table.takeBack('a');
  expect(table.holderOf('a')).toEqual(localHolder);
});

test('a bot is inherited for ten minutes, if it came after a death', () => {
  update({ holders: [['a', localHolder]], end: null });
  update({ holders: [['b', localHolder]], end: null, lastDeathAt: wallMs - 1 });
  expect([table.isInherited('a'), table.isInherited('b')]).toEqual([false, true]);
  pass(599_999);
  expect(table.isInherited('b')).toBe(true);
  pass(1);
  expect(table.isInherited('b')).toBe(false);
});

test.each<[string, LeaseHolder, boolean, LeaseHolder | null, object, number]>([
  ['here', localHolder, false, null, { is: 'here' }, 0],
  ['elsewhere', remoteHolder, false, null, { is: 'elsewhere', address: 'http://there' }, 0],
  ['nobody’s, free', { is: 'nobody' }, false, localHolder, { is: 'here' }, 1],
  [
    'nobody’s, another process is the one for it',
    { is: 'nobody' },
    false,
    remoteHolder,
    { is: 'elsewhere', address: 'http://there' },
    1,
  ],
  ['nobody’s, the store is away', { is: 'nobody' }, false, null, { is: 'unknown' }, 1],
  ['elsewhere, but that one passed it on: it has moved here', remoteHolder, true, localHolder, { is: 'here' }, 1],
  ['elsewhere, but that one passed it on by mistake', remoteHolder, true, remoteHolder, { is: 'unknown' }, 1],
  ['elsewhere without an address', { is: 'elsewhere', address: null }, false, localHolder, { is: 'unknown' }, 0],
])(
  'the holder of a bot that is %s is found',
  async (_case, knownHolder, isPassedOn, claimedHolder, expected, claimCount) => {
    update({ holders: [['a', knownHolder]] });
    answer = claimedHolder;
    expect(await findHolder(table, 'a', isPassedOn)).toEqual(expected);
    expect(claims).toEqual(Array.from({ length: claimCount }, () => ['a', isPassedOn]));
  },
);

test('the process that should serve a bot is asked again until it does', async () => {
  answer = remoteHolder;
  expect(await findHolder(table, 'a', false)).toEqual({ is: 'elsewhere', address: 'http://there' });
  expect(table.holderOf('a')).toEqual({ is: 'nobody' });
  update({ holders: [['a', localHolder]] });
  expect(await findHolder(table, 'a', false)).toEqual({ is: 'here' });
});

test('a server that stops while the store is away finds nobody to take its bots', async () => {
  expect(await table.successorOf('a')).toBe(null);
  await table.leave();
});
