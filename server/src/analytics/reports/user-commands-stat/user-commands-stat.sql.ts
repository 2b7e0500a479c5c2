import type { BucketSql } from '../../query/bucket-sql.ts';
import { aliasColumn, type CommandSql } from '../../query/command-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { packedKey, wordNumber } from '../packed-key.ts';

/** The most used commands and buttons; equals in the order of their names, so that the answer never wavers. */
export const topCommandsSql = (command: CommandSql) => (from: Sources) =>
  `
SELECT ${aliasColumn(command.name, 'name')}
FROM ${from.actionsWith(command.isOne)}
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8}`;

/**
 * `key` holds the bucket and the place of the name in the parameter `words`. Asked in two steps: with the names as a
 * subquery the engine reads all rows before it looks at them (560 ms instead of 130).
 */
export const userCommandsStatSql = (command: CommandSql, bucket: BucketSql, buckets: number) => (from: Sources) =>
  `
SELECT
  ${packedKey(bucket.of('toUnixTimestamp(time)'), command.name, buckets)} AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM ${from.actionsWith(command.isOne)}
GROUP BY key`;

/** The different people of the whole period, by place of the name: each person's places as bits of one number. */
export const usersOfCommandsSql = (command: CommandSql) => (from: Sources) =>
  `
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), ${wordNumber(command.name)})) AS names
  FROM ${from.actionsWith(command.isOne)} AND user_id != 0
  GROUP BY user_id
)
GROUP BY place`;

/** All commands and buttons together. */
export const allCommandsSql =
  ({ isOne }: CommandSql, bucket: BucketSql) =>
  (from: Sources) =>
    `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actionsWith(isOne)}
GROUP BY bucket WITH ROLLUP`;

/** Users of any command or button, or only of those that are (not) in the parameter `words`. */
export const peopleOfCommandSql =
  ({ isOne, name }: CommandSql, operator?: 'IN' | 'NOT IN') =>
  (from: Sources) => {
    const commandCondition = operator ? ` AND ${name} ${operator} {words:Array(String)}` : '';
    return `
  SELECT user_id FROM ${from.actionsWith(isOne)} AND user_id != 0${commandCondition}`;
  };
