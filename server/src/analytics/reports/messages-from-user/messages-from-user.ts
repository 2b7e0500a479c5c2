import { actionTypes } from '@botscope/contract';
import type { BucketSql } from '../../query/bucket-sql.ts';
import { type CommandSql, commandSql, longestButton } from '../../query/command-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { sumLine } from '../lines.ts';
import { type Packed, packedKey, packedLines, packedParams } from '../packed-key.ts';
import type { ReportContext, ReportDefinition } from '../report.ts';
import { visitingUsersSql } from '../user-counts/user-counts.sql.ts';

/** `key` holds the bucket and the place of the type in the parameter `words`. */
const messagesFromUserSql =
  (command: Pick<CommandSql, 'type'>, bucket: BucketSql, buckets: number) => (from: Sources) =>
    `
SELECT ${packedKey(bucket.of('toUnixTimestamp(time)'), command.type, buckets)} AS key, count() AS number
FROM ${from.actions}
GROUP BY key`;

/** Users who did something of one type (the parameter `line`). */
const usersOfTypeSql = (command: Pick<CommandSql, 'type'>) => (from: Sources) =>
  `
  SELECT user_id FROM ${from.actions} AND user_id != 0 AND ${command.type} = {line:String}`;

/** Actions by type, approved hidden commands as commands, in the order of the contract's list; types that nobody used have no line. */
export const messagesFromUser: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const command = compileTypes(context);
    const { length } = buckets.starts;
    const params = { ...command.params, ...bucket.params, ...packedParams(actionTypes) };
    const rows = await ask<Packed>(scope.statement(messagesFromUserSql(command, bucket, length), params));
    return packedLines(actionTypes, length, rows);
  },
  headline: (lines) => sumLine('actions', lines),
  users(context, { line }) {
    if (line === undefined) return { sql: visitingUsersSql };
    if (!actionTypes.some((type) => type === line)) return null;
    const command = compileTypes(context);
    return { sql: usersOfTypeSql(command), params: { ...command.params, line } };
  },
};

/** Buttons count as buttons, however long their data. */
const compileTypes = ({ hiddenCommands }: Pick<ReportContext, 'hiddenCommands'>) =>
  commandSql({ hiddenCommands, callbackMaxLength: longestButton });
