import type { Sources } from '../../analytics/query/scope.ts';

/** Counts the bot users with a value, by key. */
export const countValuesSql = (from: Sources) => `
SELECT key, count() AS people
FROM field_values FINAL
WHERE bot = {bot:String} AND is_set AND user_id IN (SELECT user_id FROM ${from.users})
GROUP BY key`;

/** The values of some users (the parameter `users`) in some fields (`keys`). */
export const valuesSql = () => `
SELECT key, user_id, value_text, value_number, toUnixTimestamp64Milli(value_time) AS value_ms, value_list
FROM field_values FINAL
WHERE bot = {bot:String} AND key IN {keys:Array(String)} AND user_id IN {users:Array(Int64)} AND is_set`;

/** The last writes of some users' values (`users`) in one field (`key`), removals too. */
export const storedValuesSql = () => `
SELECT
  key, user_id, value_text, value_number, toUnixTimestamp64Milli(value_time) AS value_ms, value_list, is_set, version
FROM field_values FINAL
WHERE bot = {bot:String} AND key = {key:String} AND user_id IN {users:Array(Int64)}`;

/** The greatest version of all writes. */
export const newestVersionSql = () => 'SELECT max(version) AS newest FROM field_values WHERE bot = {bot:String}';

/** The newest changes of one user's values (`user`), of one field unless `field` is empty. All are on dated keys. */
export const historySql = (from: Sources) => `
SELECT payload
FROM ${from.eventsWith("kind = 'field_change' AND partition_key < 2147483648 AND user_id = {user:Int64}")}
  AND ({field:String} = '' OR name = {field:String})
ORDER BY time DESC, JSONExtractUInt(payload, 'field_change', 'version') DESC
LIMIT {most:UInt32}`;
