import { othersName, type ReportLine } from '@botscope/contract';
import type { BucketSql } from '../../query/bucket-sql.ts';
import { aliasColumn, type CommandSql, commandSql } from '../../query/command-sql.ts';
import type { Scope, Sources } from '../../query/scope.ts';
import { countLine } from '../lines.ts';
import { ofPlace, type Packed, packedKey, packedLine, packedParams, wordNumber } from '../packed-key.ts';
import type { BucketRow, ReportContext, ReportDefinition } from '../report.ts';

/** The most used commands and buttons; equals in the order of their names, so that the answer never wavers. */
const topCommandsSql = (command: CommandSql) => (from: Sources) =>
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
const userCommandsStatSql = (command: CommandSql, bucket: BucketSql, buckets: number) => (from: Sources) =>
  `
SELECT
  ${packedKey(bucket.of('toUnixTimestamp(time)'), command.name, buckets)} AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM ${from.actionsWith(command.isOne)}
GROUP BY key`;

/** The different users of the whole period, by place of the name: each user's places as bits of one number. */
const usersOfCommandsSql = (command: CommandSql) => (from: Sources) =>
  `
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), ${wordNumber(command.name)})) AS names
  FROM ${from.actionsWith(command.isOne)} AND user_id != 0
  GROUP BY user_id
)
GROUP BY place`;

/** All commands and buttons together. */
const allCommandsSql =
  ({ isOne }: CommandSql, bucket: BucketSql) =>
  (from: Sources) =>
    `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actionsWith(isOne)}
GROUP BY bucket WITH ROLLUP`;

/** Users of any command or button, or only of those that are (not) in the parameter `words`. */
const usersOfCommandSql =
  ({ isOne, name }: CommandSql, operator?: 'IN' | 'NOT IN') =>
  (from: Sources) => {
    const commandCondition = operator ? ` AND ${name} ${operator} {words:Array(String)}` : '';
    return `
  SELECT user_id FROM ${from.actionsWith(isOne)} AND user_id != 0${commandCondition}`;
  };

interface Row extends Packed {
  users: number;
}

/**
 * The most used commands (approved hidden ones among them) and buttons of the period, most used first, and all others
 * together. Each has two lines of one name: actions, and the different users behind them.
 */
export const userCommandsStat: ReportDefinition = {
  ranks: true,
  async lines(context) {
    const { scope, bucket, buckets, named, ask } = context;
    const command = commandSql(context);
    const names = named ?? (await mostUsed(context, scope));
    const params = { ...command.params, ...bucket.params, ...packedParams(names) };
    const [rows, userRows] = await Promise.all([
      ask<Row>(scope.statement(userCommandsStatSql(command, bucket, buckets.starts.length), params)),
      ask<{ place: number; users: number }>(scope.statement(usersOfCommandsSql(command), params)),
    ]);
    const buildLines = (name: string, place: number): ReportLine[] => {
      const placeRows = ofPlace(rows, place);
      const users = userRows.find((row) => row.place === place)?.users ?? 0;
      const { length } = buckets.starts;
      return [
        { ...packedLine(name, length, placeRows), unit: 'actions' },
        { ...countLine(name, length, [...placeRows, { bucket: 0, users }], (row) => row.users), unit: 'users' },
      ];
    };
    const othersLines = buildLines(othersName, 0);
    return [
      ...names.flatMap((name, index) => buildLines(name, index + 1)),
      ...(othersLines[0]?.total ? othersLines : []),
    ];
  },
  async summary(context) {
    const { scope, bucket, buckets, ask } = context;
    const command = commandSql(context);
    const params = { ...command.params, ...bucket.params };
    const rows = await ask<BucketRow & { actions: number }>(scope.statement(allCommandsSql(command, bucket), params));
    return { ...countLine('actions', buckets.starts.length, rows, (row) => row.actions), unit: 'actions' };
  },
  async users(context, { line }) {
    const command = commandSql(context);
    if (line === undefined) return { sql: usersOfCommandSql(command), params: command.params };
    const { scope, period } = context;
    // The whole period decides which commands have lines, also where a bucket's users are asked for.
    const topCommands = line === othersName ? await mostUsed(context, scope.within(period.start, period.end)) : null;
    return {
      sql: usersOfCommandSql(command, topCommands ? 'NOT IN' : 'IN'),
      params: { ...command.params, words: topCommands ?? [line] },
    };
  },
};

async function mostUsed(context: ReportContext, scope: Scope): Promise<string[]> {
  const command = commandSql(context);
  const rows = await context.ask<{ name: string }>(
    scope.statement(topCommandsSql(command), { ...command.params, top: context.commandLimit }),
  );
  return rows.map(({ name }) => name);
}
