import type { BucketSql } from '../../query/bucket-sql.ts';
import type { CommandSql } from '../../query/command-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { packedKey } from '../packed-key.ts';

/** `key` holds the bucket and the place of the type in the parameter `words`. */
export const messagesFromUserSql =
  (command: Pick<CommandSql, 'type'>, bucket: BucketSql, buckets: number) => (from: Sources) =>
    `
SELECT ${packedKey(bucket.of('toUnixTimestamp(time)'), command.type, buckets)} AS key, count() AS number
FROM ${from.actions}
GROUP BY key`;

/** Users who did something of one type (the parameter `line`). */
export const peopleOfTypeSql = (command: Pick<CommandSql, 'type'>) => (from: Sources) =>
  `
  SELECT user_id FROM ${from.actions} AND user_id != 0 AND ${command.type} = {line:String}`;
