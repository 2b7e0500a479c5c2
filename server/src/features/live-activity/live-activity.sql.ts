import type { Sources } from '../../analytics/query/scope.ts';

/** Users of each minute (1 is the first), and of all of them as minute 0. Needs `online_from` in Unix ms. */
export const minutesSql = (from: Sources): string => `
SELECT
  minute,
  uniqExact(user_id) AS users,
  uniqExactIf(user_id, is_online) AS online
FROM (
  SELECT
    user_id,
    toUInt8(intDiv(toUnixTimestamp64Milli(time) - {start:Int64}, 60000) + 1) AS minute,
    time >= fromUnixTimestamp64Milli({online_from:Int64}, 'UTC') AS is_online
  FROM ${from.actions} AND user_id != 0
)
GROUP BY minute WITH ROLLUP`;

/** The newest actions, departures and returns. Needs `most`. */
export const latestSql = (from: Sources): string => `
SELECT
  toString(id) AS id,
  toUnixTimestamp64Milli(time) AS time_ms,
  multiIf(is_action, toString(type), membership = 'blocked', 'left', 'returned') AS type,
  name,
  user_id
FROM ${from.events} AND direction = 'in' AND (is_action OR membership != '')
ORDER BY time DESC, events.id DESC
LIMIT {most:UInt16}`;

/** Names of the users of some ids (the parameter `ids`). */
export const namesSql = (from: Sources): string => `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username
FROM ${from.users} AND user_id IN {ids:Array(Int64)}`;
