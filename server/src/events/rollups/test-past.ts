import type { Event } from '@botscope/contract';
import type { EventStore } from '../store/event-store.ts';
import { anEvent } from '../store/test-event.ts';

/** Unix ms of a moment in March 2026, such as `02T10:00`. */
export const at = (text: string): number => Date.parse(`2026-03-${text}Z`);

/** What a person did. Each id of a bot is an event of its own. */
export const acts = (bot: string, userId: number, id: number, time: string, more: Partial<Event> = {}): Event =>
  anEvent({ bot, userId, id: String(id), time: at(time), ...more });

export const starts = { isStart: true, startPayload: 'ads', source: 'ads' };
const fromFriend = { isStart: true, startPayload: 'friend', source: 'friend', params: { by: '7' } };
export const blocks = {
  kind: 'my_chat_member',
  isAction: false,
  isMeeting: false,
  type: '',
  membership: 'left',
} as const;

/** Pays, in Stars, or gets them back (a negative amount). */
export const pays = (charge_id: string, amount: number): Partial<Event> => {
  const field = amount < 0 ? 'refunded_payment' : 'successful_payment';
  const payload = JSON.stringify({ message: { [field]: { telegram_payment_charge_id: charge_id } } });
  return { type: 'payment', amount, currency: 'XTR', payload };
};

/** The moment up to which the past below is rolled up. */
export const theThird = at('03T00:00');

/** 1 starts, goes and comes back; 2 acts on two days, pays on the second one, and acts once more when the past is over. */
export const aPast = (bot: string): Event[] => [
  acts(bot, 1, 10, '01T10:00', starts),
  acts(bot, 1, 11, '01T11:00', blocks),
  acts(bot, 1, 12, '02T10:00', fromFriend),
  acts(bot, 2, 20, '01T12:00'),
  acts(bot, 2, 21, '02T12:00'),
  acts(bot, 2, 22, '02T12:04', pays('c', 50)),
  acts(bot, 2, 23, '03T12:00'),
];

export const spell = (edition: number, person: number, time: string, actions = 1, length = 0) => ({
  ...{ edition, person, ms: at(time), length, actions },
});
export const turn = (edition: number, person: number, time: string, is_return: boolean) => ({
  ...{ edition, person, ms: at(time), is_return },
});
export const departure = (edition: number, person: number, n: number, time: string) => ({
  ...{ edition, person, ms: at(time), n, membership: 'left', is_start: false, is_link: false, is_significant: false },
  ...{ source: '', params: {} },
});
/** Significant, if it is a link. */
export const launch = (edition: number, person: number, n: number, time: string, of: Partial<Event> = {}) => ({
  ...{ edition, person, ms: at(time), n, membership: '', is_start: true },
  ...{ is_link: of.startPayload !== undefined, is_significant: of.startPayload !== undefined },
  ...{ source: of.source ?? '', params: of.params ?? {} },
});

export const charge = (
  edition: number,
  person: number,
  n: number,
  time: string,
  charge_id: string,
  amount: number,
) => ({
  ...{ edition, person, ms: at(time), n, charge_id, amount, currency: 'XTR' },
});

/** What the tables hold of it in the end. */
export const toldPast = (edition: number) => ({
  spells: [
    spell(edition, 1, '01T10:00'),
    spell(edition, 1, '02T10:00'),
    spell(edition, 2, '01T12:00'),
    spell(edition, 2, '02T12:00', 2, 240_000),
  ],
  turns: [turn(edition, 1, '01T11:00', false), turn(edition, 1, '02T10:00', true)],
  launches: [
    launch(edition, 1, 10, '01T10:00', starts),
    departure(edition, 1, 11, '01T11:00'),
    launch(edition, 1, 12, '02T10:00', fromFriend),
  ],
  charges: [charge(edition, 2, 22, '02T12:04', 'c', 50)],
});
export const untold = { spells: [], turns: [], launches: [], charges: [] };

type Store = Pick<EventStore, 'query'>;

const columns = 'edition, user_id AS person, toUnixTimestamp64Milli(time) AS ms';
const rowsOf = 'WHERE bot = {bot:String} ORDER BY edition, person, ms';

/** What is told of a bot, whether it may be read or not. How far apart spells are, spells.test.ts looks at. */
export async function told(store: Store, bot: string) {
  const ask = (sql: string) => store.query({ sql, params: { bot } });
  return {
    spells: await ask(`SELECT ${columns}, length, actions FROM spells ${rowsOf}, actions DESC`),
    turns: await ask(`SELECT ${columns}, is_return FROM turns ${rowsOf}`),
    launches: await ask(`
      SELECT ${columns}, toUInt32(id) AS n, membership, is_start, is_link, is_significant, source, params
      FROM launches ${rowsOf}, n`),
    charges: await ask(`SELECT ${columns}, toUInt32(id) AS n, charge_id, amount, currency FROM charges ${rowsOf}, n`),
  };
}

/** How far it is told, and up to when times are closed, Unix ms. */
export async function stateOf(store: Store, bot: string) {
  const moment = (name: string) => `toUnixTimestamp64Milli(${name}) AS ${name}`;
  const [state] = await store.query({
    sql: `SELECT edition, ${moment('until')}, ${moment('closing')} FROM rollups FINAL WHERE bot = {bot:String}`,
    params: { bot },
  });
  return state;
}

/** All there is of a bot in these tables, with who wrote it when. */
export const everything = async (store: Store, bot: string) => ({
  ...(await told(store, bot)),
  rollups: await store.query({ sql: 'SELECT * FROM rollups FINAL WHERE bot = {bot:String}', params: { bot } }),
  late: await store.query({
    sql: 'SELECT user_id, marked_at FROM late_people WHERE bot = {bot:String} ORDER BY ALL',
    params: { bot },
  }),
  stale: await store.query({ sql: 'SELECT user_id FROM stale_people WHERE bot = {bot:String}', params: { bot } }),
});
