import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type CommandSql, named } from '../command-sql.ts';

export const messagesFromUserSql = (command: Pick<CommandSql, 'type'>, bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${named(command.type, 'type')}, ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actions}
GROUP BY type, bucket WITH ROLLUP`;
