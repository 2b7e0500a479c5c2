import { type BaseUserColumn, type BotUser, isFieldColumn, type UserColumn } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { attributedUsersSql, firstSourceSql, sourcedUsersSql } from '../query/attribution.sql.ts';
import { countriesSql } from '../query/countries.sql.ts';
import { genderSql } from '../query/gender.sql.ts';
import { chatCodesSql, toChatState } from '../query/segments/chat-states.sql.ts';
import { awayUsersSql } from '../query/segments/user-conditions.ts';
import { actionsSql, incomeSql, type Lifetime, type LifetimeSql, sessionsSql } from './lifetime.sql.ts';
import { fieldOrder, foundNumberOrder, numberOrder, type OrderSql, textOrder } from './users-order.sql.ts';
import {
  lifeEnd,
  ofIds,
  type PartSource,
  readFields,
  readIncome,
  readLocations,
  readNumbers,
  readRows,
  readTexts,
  type UserPart,
} from './users-parts.ts';
import type { SelectedUsers } from './users-query.ts';

/** Users that a part is read for: those of the parameter `ids`, or everyone. */
type Selection = 'ids' | 'all';

interface ListColumn {
  /** Order of the list by it. */
  order?: (users: SelectedUsers) => OrderSql;
  /** Reads it where the row of `users` does not have it. */
  part?: (source: PartSource, selection: Selection) => UserPart;
}

const profile = (element: string): string => `tupleElement(users.last_profile, '${element}')`;
const milliseconds = (column: string): string => `toUnixTimestamp64Milli(users.${column})`;

/** Chat states of users who have ever opened their chat; all others come last. */
const openedChatsSql = `SELECT user_id, toInt64(value) AS value FROM (${chatCodesSql()}) WHERE value > 1`;

/** Currency of the order by income if any user paid in it. */
const stars = 'XTR';

const orderEnd = "fromUnixTimestamp64Milli({order_end:Int64}, 'UTC')";

/**
 * Selects rows (user_id, currency, value) in the bot's main currency: amounts in two cannot be compared. It is stars if
 * any user has an income in them, or else the currency in which most users have one.
 */
const inMainCurrency = (income: string): string => `SELECT user_id, value FROM (
    SELECT user_id, currency, value, max((currency = {order_currency:String}, payers, currency)) OVER () AS main
    FROM (SELECT user_id, currency, value, count() OVER (PARTITION BY currency) AS payers FROM (${income}) WHERE value != 0)
    )
    WHERE currency = tupleElement(main, 3)`;

const profileColumn = (element: string): ListColumn => ({ order: () => textOrder(`lowerUTF8(${profile(element)})`) });

const restrictToIds = (selection: Selection) => (selection === 'ids' ? { users: ofIds } : {});

/** What is counted of a user's whole life; a source may have more than its type says. */
const ofWholeLife = ({ settings, asOf, rollup }: PartSource, selection: Selection = 'all'): Lifetime => ({
  settings,
  asOf,
  rollup,
  ...restrictToIds(selection),
});

/** Reads numbers of all that users did. */
const heavyNumbers = (
  selection: Selection,
  statement: LifetimeSql,
  part: (value: number | undefined) => Partial<BotUser>,
): UserPart => ({ isHeavy: true, read: (selection === 'ids' ? readRows<number> : readNumbers)(statement, part) });

const countColumn = (column: 'actions' | 'sessions', countSql: (lifetime: Lifetime) => LifetimeSql): ListColumn => ({
  order: (users) => foundNumberOrder(countSql(ofWholeLife(users))),
  part: (source, selection) =>
    heavyNumbers(selection, countSql(ofWholeLife(source, selection)), (value = 0) => ({ [column]: value })),
});

const sourceColumn = (
  column: 'source_last' | 'source_significant',
  model: 'last' | 'last_significant',
): ListColumn => ({
  order: ({ asOf, rollup }) => ({
    type: 'String',
    params: { order_end: asOf },
    value: { rows: sourcedUsersSql({ model, value: 'source', until: orderEnd, rollup }) },
  }),
  part: ({ rollup }) => {
    const sql = attributedUsersSql({ model, value: 'source', until: lifeEnd, users: ofIds, rollup });
    return { isHeavy: false, read: readRows<string>({ sql, params: {} }, (value = '') => ({ [column]: value })) };
  },
});

/** Every column of the list, in the order in which parts are read. */
const listColumns: Readonly<Record<BaseUserColumn, ListColumn>> = {
  user_id: { order: () => numberOrder('user_id') },
  first_seen: { order: () => numberOrder(milliseconds('first_time')) },
  last_seen: { order: () => numberOrder(milliseconds('last_time')) },
  first_name: profileColumn('first_name'),
  last_name: profileColumn('last_name'),
  username: profileColumn('username'),
  language: { order: () => textOrder(profile('language')) },
  premium: { order: () => numberOrder(`toInt64(${profile('is_premium')})`) },
  gender: { order: () => textOrder(genderSql) },
  source: {
    order: ({ asOf }) => ({ type: 'String', params: { order_end: asOf }, value: { row: firstSourceSql(orderEnd) } }),
  },
  status: {
    order: ({ asOf, rollup }) => ({
      type: 'Int64',
      params: { order_end: asOf },
      value: { row: `toInt64(user_id NOT IN (${awayUsersSql(orderEnd, rollup)}))` },
    }),
    part: ({ rollup }, selection) => {
      const few = selection === 'ids' ? ({ of: ofIds, isOfFew: true } as const) : {};
      const sql = `SELECT user_id, 1 AS value FROM (${awayUsersSql(lifeEnd, rollup, few)})`;
      const toStatus = (value: number | undefined): Partial<BotUser> => ({
        status: value === undefined ? 'live' : 'left',
      });
      return heavyNumbers(selection, { sql, params: {} }, toStatus);
    },
  },
  chat: {
    order: () => ({ type: 'Int64', params: {}, value: { rows: openedChatsSql, isPartial: true } }),
    part: (_source, selection) => {
      const sql = chatCodesSql(restrictToIds(selection).users);
      return heavyNumbers(selection, { sql, params: {} }, (code) => ({ chat: toChatState(code) }));
    },
  },
  actions: countColumn('actions', actionsSql),
  sessions: countColumn('sessions', sessionsSql),
  income: {
    order: (users) => {
      const { sql, params } = incomeSql(ofWholeLife(users));
      return foundNumberOrder({ sql: inMainCurrency(sql), params: { ...params, order_currency: stars } });
    },
    // Few pay, so rows are no more than they need be.
    part: (source, selection) => ({
      isHeavy: true,
      read: readIncome(incomeSql(ofWholeLife(source, selection))),
    }),
  },
  source_last: sourceColumn('source_last', 'last'),
  source_significant: sourceColumn('source_significant', 'last_significant'),
  geo: { part: () => ({ isHeavy: false, read: readLocations }) },
  country: {
    order: ({ asOf, settings }) => ({
      type: 'String',
      params: { order_end: asOf },
      value: { rows: countriesSql({ end: orderEnd, fields: settings.fields }), isPartial: true },
    }),
    part: ({ settings }, selection) => {
      const sql = countriesSql({ end: lifeEnd, fields: settings.fields, users: restrictToIds(selection).users });
      const read = selection === 'ids' ? readRows<string> : readTexts;
      return { isHeavy: true, read: read({ sql, params: {} }, (country = '') => ({ country })) };
    },
  },
  // The city is the bot's field of that name, read with the fields; without such a field no user has one.
  city: { order: ({ settings }) => (settings.fields.has('city') ? fieldOrder('city', settings) : textOrder("''")) },
};

/** Returns the order by a column. Throws InvalidField (`sort`) for a column that has no order. */
export function orderSql(column: UserColumn, users: SelectedUsers): OrderSql {
  if (isFieldColumn(column)) return fieldOrder(column.slice('field.'.length), users.settings);
  const order = listColumns[column].order?.(users);
  if (order === undefined) throw new AppError('InvalidField', { field: 'sort' });
  return order;
}

/** The parts that some columns need, of the users of `ids` or of everyone. */
export function buildParts(columns: readonly UserColumn[], source: PartSource, selection: Selection): UserPart[] {
  const parts = Object.entries(listColumns).flatMap(([column, { part }]) =>
    part !== undefined && (columns as readonly string[]).includes(column) ? [part(source, selection)] : [],
  );
  const keys = [
    ...(columns.includes('city') ? ['city'] : []),
    ...columns.filter(isFieldColumn).map((column) => column.slice('field.'.length)),
  ];
  if (keys.length > 0) parts.push({ isHeavy: false, read: readFields(keys, source.settings.fields) });
  return parts;
}
