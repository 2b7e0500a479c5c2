import type { Event } from '@botscope/contract';
import type { EventStore } from '../store/event-store.ts';
import { anEvent } from '../store/test-event.ts';

/** Unix ms of a moment in March 2026, such as `02T10:00`. */
export const marchTime = (text: string): number => Date.parse(`2026-03-${text}Z`);

/** An action of a user. Each id of a bot is an event of its own. */
export const acts = (bot: string, userId: number, id: number, time: string, overrides: Partial<Event> = {}): Event =>
  anEvent({ bot, userId, id: String(id), time: marchTime(time), ...overrides });

export const starts = { isStart: true, startPayload: 'ads', source: 'ads' };
const fromFriend = { isStart: true, startPayload: 'friend', source: 'friend', params: { by: '7' } };
export const blocksBot = {
  kind: 'my_chat_member',
  isAction: false,
  isContact: false,
  type: '',
  membership: 'blocked',
} as const;

/** A payment in Stars, or its refund (a negative amount). */
export const pays = (charge_id: string, amount: number): Partial<Event> => {
  const field = amount < 0 ? 'refunded_payment' : 'successful_payment';
  const payload = JSON.stringify({ message: { [field]: { telegram_payment_charge_id: charge_id } } });
  return { type: 'payment', amount, currency: 'XTR', payload };
};

/** The moment up to which the past below is rolled up. */
export const theThird = marchTime('03T00:00');

/** 1 starts, blocks the bot and returns; 2 acts on two days, pays on the second one, and acts once more after the third. */
export const sampleHistory = (bot: string): Event[] => [
  acts(bot, 1, 10, '01T10:00', starts),
  acts(bot, 1, 11, '01T11:00', blocksBot),
  acts(bot, 1, 12, '02T10:00', fromFriend),
  acts(bot, 2, 20, '01T12:00'),
  acts(bot, 2, 21, '02T12:00'),
  acts(bot, 2, 22, '02T12:04', pays('c', 50)),
  acts(bot, 2, 23, '03T12:00'),
];

export const activityRun = (generation: number, user: number, time: string, actions = 1, length = 0) => ({
  ...{ generation, user, ms: marchTime(time), length, actions },
});
export const membershipChange = (generation: number, user: number, time: string, is_return: boolean) => ({
  ...{ generation, user, ms: marchTime(time), is_return },
});
export const block = (generation: number, user: number, n: number, time: string) => ({
  ...{
    generation,
    user,
    ms: marchTime(time),
    n,
    membership: 'blocked',
    is_start: false,
    is_tracked: false,
    is_significant: false,
  },
  ...{ source: '', params: {} },
});
/** Significant if it is tracked. */
export const launch = (
  generation: number,
  user: number,
  n: number,
  time: string,
  eventFields: Partial<Event> = {},
) => ({
  ...{ generation, user, ms: marchTime(time), n, membership: '', is_start: true },
  ...{ is_tracked: eventFields.startPayload !== undefined, is_significant: eventFields.startPayload !== undefined },
  ...{ source: eventFields.source ?? '', params: eventFields.params ?? {} },
});

export const payment = (
  generation: number,
  user: number,
  n: number,
  time: string,
  charge_id: string,
  amount: number,
) => ({
  ...{ generation, user, ms: marchTime(time), n, charge_id, amount, currency: 'XTR' },
});

/** The rows of the tables once the history is rolled up. */
export const rolledUpHistory = (generation: number) => ({
  activityRuns: [
    activityRun(generation, 1, '01T10:00'),
    activityRun(generation, 1, '02T10:00'),
    activityRun(generation, 2, '01T12:00'),
    activityRun(generation, 2, '02T12:00', 2, 240_000),
  ],
  membershipChanges: [
    membershipChange(generation, 1, '01T11:00', false),
    membershipChange(generation, 1, '02T10:00', true),
  ],
  launches: [
    launch(generation, 1, 10, '01T10:00', starts),
    block(generation, 1, 11, '01T11:00'),
    launch(generation, 1, 12, '02T10:00', fromFriend),
  ],
  payments: [payment(generation, 2, 22, '02T12:04', 'c', 50)],
});
export const noRows = { activityRuns: [], membershipChanges: [], launches: [], payments: [] };

type Store = Pick<EventStore, 'query'>;

const columns = 'generation, user_id AS user, toUnixTimestamp64Milli(time) AS ms';
const botRowsSql = 'WHERE bot = {bot:String} ORDER BY generation, user, ms';

/** All rolled-up rows of a bot, valid or not; `gap_minutes` is tested in activity-runs.test.ts. */
export async function rolledUpRows(store: Store, bot: string) {
  const ask = (sql: string) => store.query({ sql, params: { bot } });
  return {
    activityRuns: await ask(`SELECT ${columns}, length, actions FROM activity_runs ${botRowsSql}, actions DESC`),
    membershipChanges: await ask(`SELECT ${columns}, is_return FROM membership_changes ${botRowsSql}`),
    launches: await ask(`
      SELECT ${columns}, toUInt32(id) AS n, membership, is_start, is_tracked, is_significant, source, params
      FROM launches ${botRowsSql}, n`),
    payments: await ask(
      `SELECT ${columns}, toUInt32(id) AS n, charge_id, amount, currency FROM payments ${botRowsSql}, n`,
    ),
  };
}

/** Loads the moments up to which a bot is rolled up, and up to which times are pending, Unix ms. */
export async function loadRollupState(store: Store, bot: string) {
  const moment = (name: string) => `toUnixTimestamp64Milli(${name}) AS ${name}`;
  const [state] = await store.query({
    sql: `SELECT generation, ${moment('until')}, ${moment('pending_until')} FROM rollups FINAL WHERE bot = {bot:String}`,
    params: { bot },
  });
  return state;
}

/** All rows of a bot in these tables, with their versions and marks. */
export const everything = async (store: Store, bot: string) => ({
  ...(await rolledUpRows(store, bot)),
  rollups: await store.query({ sql: 'SELECT * FROM rollups FINAL WHERE bot = {bot:String}', params: { bot } }),
  staleUsers: await store.query({
    sql: 'SELECT user_id, marked_at FROM stale_users WHERE bot = {bot:String} ORDER BY ALL',
    params: { bot },
  }),
  usersToRebuild: await store.query({
    sql: 'SELECT user_id FROM user_rebuilds WHERE bot = {bot:String}',
    params: { bot },
  }),
});
