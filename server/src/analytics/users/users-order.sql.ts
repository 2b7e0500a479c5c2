import type { Parameter } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { FieldType } from '../query/segments/segment-context.ts';
import type { ReportSettings } from '../reports/report.ts';
import type { LifetimeSql } from './lifetime.sql.ts';

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

export const textOrder = (row: string): OrderSql => ({ type: 'String', params: {}, value: { row } });
export const numberOrder = (row: string): OrderSql => ({ type: 'Int64', params: {}, value: { row } });

/** Orders by numbers of the users that a statement finds. */
export const foundNumberOrder = ({ sql, params }: LifetimeSql): OrderSql => ({
  type: 'Int64',
  params,
  value: { rows: sql },
});

/** Throws InvalidField (`sort`) for a field that the bot does not have. */
export function fieldOrder(key: string, { fields }: ReportSettings): OrderSql {
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
