import type { Sources } from '../query/scope.ts';
import type { OrderSql } from './users-order.sql.ts';

/** Start of a page: after the user with that ID, who has that value. */
export interface PagePosition {
  hasValue: boolean;
  value: string | number;
  userId: number;
}

/**
 * A page of ids with what they are ordered by: (user_id, has_value, value). Equals are in the order of their ids. Keyset
 * paging: rows neither repeat nor go missing while users arrive and change. Needs `limit`; after a position also
 * `after_has`, `after_value` and `after_id`. Only an order that some users have no value for looks at `has_value`: as a
 * constant it costs the engine its short way to the first rows (a search of a million users: 300 ms in place of 90).
 */
export const pageOfUsersSql =
  (order: OrderSql, isDescending: boolean, isAfter: boolean) =>
  (from: Sources, condition: string): string => {
    const direction = isDescending ? 'DESC' : 'ASC';
    const value = `{after_value:${order.type}}`;
    const positionSql = `value ${isDescending ? '<' : '>'} ${value} OR (value = ${value} AND user_id > {after_id:Int64})`;
    const page = (columns: string, rows: string, after: string, orderPrefix: string): string => `
SELECT user_id, ${columns}
FROM (
  ${rows}
)
${isAfter ? `WHERE ${after}\n` : ''}ORDER BY ${orderPrefix}value ${direction}, user_id
LIMIT {limit:UInt32}`;
    if ('row' in order.value) {
      const rows = `SELECT user_id, ${order.value.row} AS value
  FROM ${from.allUsers} AND ${condition}`;
      return page('true AS has_value, value', rows, positionSql, '');
    }
    const { isPartial, rows: valued } = order.value;
    const hasValue = isPartial ? 'toBool(valued.user_id != 0) AS has_value, ' : '';
    const rows = `SELECT matched.user_id AS user_id, ${hasValue}valued.value AS value
  FROM (SELECT user_id FROM ${from.allUsers} AND ${condition}) AS matched
  LEFT JOIN (${valued}) AS valued ON valued.user_id = matched.user_id`;
    return isPartial
      ? page(
          'has_value, value',
          rows,
          `has_value < {after_has:Bool} OR (has_value = {after_has:Bool} AND (${positionSql}))`,
          'has_value DESC, ',
        )
      : page('true AS has_value, value', rows, positionSql, '');
  };

/**
 * Reads a page of an order by values of other tables from those values alone: the users who have none come after all of
 * them, so nothing else has to be read while a page is full. With fewer rows than `limit` the page has to come from
 * `pageOfUsersSql`. Undefined where users without a value may come first. Without `isSelected` the users are not
 * filtered: everyone who acted, paid or started is a user, and only fields may have values of others.
 */
export function pageOfValuesSql(
  { type, value }: OrderSql,
  isDescending: boolean,
  after: PagePosition | null,
  isSelected: boolean,
): ((from: Sources, where: string) => string) | undefined {
  if ('row' in value) return undefined;
  const nothing = type === 'String' ? "''" : '0';
  const isBeforeRest = value.isPartial ? (after?.hasValue ?? true) : isDescending && (after === null || hasMore(after));
  if (!isBeforeRest) return undefined;
  const [direction, comparison] = isDescending ? ['DESC', '<'] : ['ASC', '>'];
  const last = `{after_value:${type}}`;
  const conditions = (from: Sources, condition: string): string[] => [
    ...(value.isPartial ? [] : [`value > ${nothing}`]),
    ...(after === null ? [] : [`(value ${comparison} ${last} OR (value = ${last} AND user_id > {after_id:Int64}))`]),
    ...(isSelected || value.isPartial ? [`user_id IN (SELECT user_id FROM ${from.allUsers} AND ${condition})`] : []),
  ];
  return (from, condition) => `
SELECT user_id, true AS has_value, value
FROM (${value.rows})
WHERE ${conditions(from, condition).join('\n  AND ') || 'true'}
ORDER BY value ${direction}, user_id
LIMIT {limit:UInt32}`;
}

const hasMore = ({ value }: PagePosition): boolean => value !== '' && !(typeof value === 'number' && value <= 0);

export const countUsersSql = (from: Sources, condition: string): string => `
SELECT count() AS count, (SELECT count() FROM ${from.allUsers}) AS total
FROM ${from.allUsers} AND ${condition}`;

/** All ids after one of them, as one array: 1,000,000 rows of JSON would take 100 MB. */
export const idsOfUsersSql = (from: Sources, condition: string): string => `
SELECT arraySort(groupArray(user_id)) AS ids
FROM ${from.allUsers} AND user_id > {after_id:Int64} AND ${condition}`;
