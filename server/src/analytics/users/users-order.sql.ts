import type { UserColumn } from '@botscope/contract';
import type { Parameter } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { firstSourceSql, sourcedUsersSql } from '../query/attribution.sql.ts';
import { countriesSql } from '../query/countries.sql.ts';
import { genderSql } from '../query/gender.sql.ts';
import { chatCodesSql } from '../query/segments/chat-states.sql.ts';
import type { FieldType } from '../query/segments/segment-context.ts';
import { awayUsersSql } from '../query/segments/user-conditions.ts';
import type { ReportSettings } from '../reports/report.ts';
import { actionsSql, incomeSql, sessionsSql } from './lifetime.sql.ts';
import type { SelectedUsers } from './users-query.ts';

/** Values by which a list is ordered. */
export interface OrderSql {
  /** Type of the value as a bound parameter. */
  type: 'String' | 'Int64' | 'Float64';
  params: Readonly<Record<string, Parameter>>;
  /**
   * An expression on a row of `users`, or a subquery of rows (user_id, value), all of them users. Users without a row have
   * 0 or '', and come last where `isPartial`.
   */
  value: { row: string } | { rows: string; isPartial?: true };
}

const profile = (element: string): string => `tupleElement(users.last_profile, '${element}')`;
const milliseconds = (column: string): string => `toUnixTimestamp64Milli(users.${column})`;

/** Chat states of users who have ever opened their chat; all others come last. */
const openedChatsSql = `SELECT user_id, toInt64(value) AS value FROM (${chatCodesSql()}) WHERE value > 1`;

/** Currency of the order if any user paid in it. */
const stars = 'XTR';

/** Returns the order by a column. Throws InvalidField (`sort`) for a column that has no order. */
export function orderSql(column: UserColumn, users: SelectedUsers): OrderSql {
  const { settings, asOf, rollup } = users;
  const end = "fromUnixTimestamp64Milli({order_end:Int64}, 'UTC')";
  const text = (row: string): OrderSql => ({ type: 'String', params: {}, value: { row } });
  const number = (row: string): OrderSql => ({ type: 'Int64', params: {}, value: { row } });
  const source = (model: 'last' | 'last_significant'): OrderSql => ({
    type: 'String',
    params: { order_end: asOf },
    value: { rows: sourcedUsersSql({ model, value: 'source', until: end, rollup }) },
  });
  const lifetime = ({ sql, params }: { sql: string; params: Record<string, Parameter> }): OrderSql => ({
    type: 'Int64',
    params,
    value: { rows: sql },
  });
  switch (column) {
    case 'user_id':
      return number('user_id');
    case 'first_seen':
      return number(milliseconds('first_time'));
    case 'last_seen':
      return number(milliseconds('last_time'));
    case 'first_name':
    case 'last_name':
    case 'username':
      return text(`lowerUTF8(${profile(column)})`);
    case 'language':
      return text(profile('language'));
    case 'premium':
      return number(`toInt64(${profile('is_premium')})`);
    case 'gender':
      return text(genderSql);
    case 'status':
      return {
        type: 'Int64',
        params: { order_end: asOf },
        value: { row: `toInt64(user_id NOT IN (${awayUsersSql(end, rollup)}))` },
      };
    case 'chat':
      return { type: 'Int64', params: {}, value: { rows: openedChatsSql, isPartial: true } };
    case 'source':
      return { type: 'String', params: { order_end: asOf }, value: { row: firstSourceSql(end) } };
    case 'source_last':
      return source('last');
    case 'source_significant':
      return source('last_significant');
    case 'actions':
      return lifetime(actionsSql({ settings, asOf, rollup }));
    case 'sessions':
      return lifetime(sessionsSql({ settings, asOf, rollup }));
    case 'income': {
      const { sql, params } = incomeSql({ settings, asOf, rollup });
      return {
        type: 'Int64',
        params: { ...params, order_currency: stars },
        value: { rows: inMainCurrency(sql) },
      };
    }
    case 'country':
      return {
        type: 'String',
        params: { order_end: asOf },
        value: { rows: countriesSql({ end, fields: settings.fields }), isPartial: true },
      };
    case 'city':
      // The city is the bot's field of that name; without such a field no user has one.
      return settings.fields.has(column) ? fieldOrder(column, settings) : text("''");
    case 'geo':
      throw new AppError('InvalidField', { field: 'sort' });
    default:
      return fieldOrder(column.slice('field.'.length), settings);
  }
}

/**
 * Selects rows (user_id, currency, value) in the bot's main currency: amounts in two cannot be compared. It is stars if
 * any user has an income in them, or else the currency in which most users have one.
 */
const inMainCurrency = (income: string): string => `SELECT user_id, value FROM (
    SELECT user_id, currency, value, max((currency = {order_currency:String}, payers, currency)) OVER () AS main
    FROM (SELECT user_id, currency, value, count() OVER (PARTITION BY currency) AS payers FROM (${income}) WHERE value != 0)
    )
    WHERE currency = tupleElement(main, 3)`;

/** Throws InvalidField (`sort`) for a field that the bot does not have. */
function fieldOrder(key: string, { fields }: ReportSettings): OrderSql {
  const type = fields.get(key);
  if (type === undefined) throw new AppError('InvalidField', { field: 'sort' });
  const [value, parameter] = valuesOfField[type];
  return {
    type: parameter,
    params: { order_key: key },
    value: {
      rows: `SELECT user_id, ${value} AS value FROM field_values FINAL
    WHERE bot = {bot:String} AND key = {order_key:String} AND is_set`,
      isPartial: true,
    },
  };
}

const valuesOfField: Readonly<Record<FieldType, readonly [value: string, type: OrderSql['type']]>> = {
  text: ['lowerUTF8(value_text)', 'String'],
  choice: ['value_text', 'String'],
  link: ['value_text', 'String'],
  number: ['value_number', 'Float64'],
  boolean: ['value_number', 'Float64'],
  date: ['toUnixTimestamp64Milli(value_time)', 'Int64'],
  day: ['toUnixTimestamp64Milli(value_time)', 'Int64'],
  list: ["arrayStringConcat(value_list, ', ')", 'String'],
};
