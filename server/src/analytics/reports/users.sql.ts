import type { Rollup } from '../../events/store/event-store.ts';
import type { Sources } from '../query/scope.ts';

/** Users that a subquery yields, each once, in the order of the list; its moments are the user's, not the period's. */
export const usersIdsSql = (from: Sources, users: string): string => `
SELECT user_id
FROM ${from.allUsers} AND user_id IN (${users})
ORDER BY last_time DESC, user_id`;

/** A part of the same list, each with how many the whole has: 400,000 ids for a page of fifty cost 100 MB. */
export const pageOfUsersSql = (from: Sources, users: string): string => `
SELECT user_id, count() OVER () AS total
FROM ${from.allUsers} AND user_id IN (${users})
ORDER BY last_time DESC, user_id
LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

/** Counts the users for a page beyond the end, which has no row with their number. */
export const countUsersSql = (from: Sources, users: string): string => `
SELECT count() AS total
FROM ${from.allUsers} AND user_id IN (${users})`;

/** The details of users by ID (the parameter `ids`). Their source is that of the first launch. */
export const usersRowsSql =
  (rollup: Rollup | undefined) =>
  (from: Sources): string =>
    `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username,
  tupleElement(last_profile, 'language') AS language,
  tupleElement(last_profile, 'is_premium') AS is_premium,
  toUnixTimestamp64Milli(first_time) AS first_ms,
  toUnixTimestamp64Milli(last_time) AS last_ms,
  launches.value AS source
FROM (
  SELECT user_id, last_profile, first_time, last_time FROM ${from.users} AND user_id IN {ids:Array(Int64)}
) AS matched
LEFT JOIN (${from.attributedUsers({
      model: 'first',
      value: 'source',
      until: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
      users: 'user_id IN {ids:Array(Int64)}',
      rollup,
    })}
) AS launches USING user_id`;
