import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type CommandSql, named } from '../command-sql.ts';

/** The most used commands and buttons; equals in the order of their names, so that the answer never wavers. */
export const topCommandsSql = (command: CommandSql) => (from: Sources) =>
  `
SELECT ${named(command.name, 'name')}
FROM ${from.actionsWith(command.isOne)}
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8}`;

/** Asked in two steps: with the names as a subquery the engine reads all rows before it looks at them (560 ms instead of 130). */
export const userCommandsStatSql = (command: CommandSql, bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${named(command.name, 'name')},
  ${bucket.of('toUnixTimestamp(time)')} AS bucket,
  count() AS actions,
  uniqExactIf(user_id, user_id != 0) AS users
FROM ${from.actionsWith(isAmongNames(command))}
GROUP BY name, bucket WITH ROLLUP`;

const isAmongNames = ({ isOne, name }: CommandSql) =>
  name === 'name'
    ? `type IN ('command', 'button') AND name IN {names:Array(String)}`
    : `${isOne} AND ${name} IN {names:Array(String)}`;
