import type { BucketSql } from '../../query/bucket-sql.ts';
import { type CommandSql, named } from '../../query/command-sql.ts';
import type { Sources } from '../../query/scope.ts';

export const messagesFromUserSql = (command: Pick<CommandSql, 'type'>, bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${named(command.type, 'type')}, ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actions}
GROUP BY type, bucket WITH ROLLUP`;

/** Who did something of one type (the parameter `line`). */
export const peopleOfTypeSql = (command: Pick<CommandSql, 'type'>) => (from: Sources) =>
  `
  SELECT user_id FROM ${from.actions} AND user_id != 0 AND ${command.type} = {line:String}`;
