import type { Sources } from '../../analytics/query/scope.ts';
import type { ConversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';

/** Counts conversions and users of each target, with the time of the last conversion (Unix ms). */
export const targetCountsSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT
  target_id,
  count() AS conversions,
  uniqExact(user_id) AS users,
  toUnixTimestamp64Milli(max(time)) AS last_ms
FROM ${conversions.sql(from)}
WHERE NOT is_refund
GROUP BY target_id`;

/** The newest conversions. The id as text: as a number it would not survive JSON. */
export const newestConversionsSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT toString(id) AS event, user_id, toUnixTimestamp64Milli(time) AS at_ms
FROM ${conversions.sql(from)}
WHERE NOT is_refund
ORDER BY time DESC, id DESC
LIMIT {most:UInt32}`;

/** Describes some events in a few words. */
export const wordsOfEventsSql = (from: Sources) =>
  `
SELECT
  toString(id) AS event,
  multiIf(
    text != '', text,
    long_text != '', substringUTF8(long_text, 1, {longest:UInt32}),
    is_start AND start_payload != '', start_payload,
    name != '', name,
    kind) AS words
FROM ${from.eventsWith('id IN {events:Array(UInt64)}')}`;

/** Selects the current names of users. */
export const namesOfUsersSql = (from: Sources) =>
  `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'username') AS username
FROM ${from.users} AND user_id IN {users:Array(Int64)}`;
