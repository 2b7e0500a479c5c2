import { othersName, type ReportLine } from '@botscope/contract';
import { commandSql } from '../../query/command-sql.ts';
import type { Scope } from '../../query/scope.ts';
import { countLine } from '../lines.ts';
import { ofPlace, type Packed, packedLine, packedParams } from '../packed-key.ts';
import type { BucketRow, ReportContext, ReportDefinition } from '../report.ts';
import {
  allCommandsSql,
  peopleOfCommandSql,
  topCommandsSql,
  userCommandsStatSql,
  usersOfCommandsSql,
} from './user-commands-stat.sql.ts';

interface Row extends Packed {
  users: number;
}

/**
 * The most used commands (approved hidden ones among them) and buttons of the period, most used first, and all others
 * together. Each has two lines of one name: actions, and the different people behind them.
 */
export const userCommandsStat: ReportDefinition = {
  ranks: true,
  async lines(context) {
    const { scope, bucket, buckets, named, ask } = context;
    const command = commandSql(context);
    const names = named ?? (await mostUsed(context, scope));
    const params = { ...command.params, ...bucket.params, ...packedParams(names) };
    const [rows, people] = await Promise.all([
      ask<Row>(scope.statement(userCommandsStatSql(command, bucket, buckets.starts.length), params)),
      ask<{ place: number; users: number }>(scope.statement(usersOfCommandsSql(command), params)),
    ]);
    const buildLines = (name: string, place: number): ReportLine[] => {
      const placeRows = ofPlace(rows, place);
      const users = people.find((row) => row.place === place)?.users ?? 0;
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
  async people(context, { line }) {
    const command = commandSql(context);
    if (line === undefined) return { sql: peopleOfCommandSql(command), params: command.params };
    const { scope, period } = context;
    // The whole period decides which commands have lines, also where a bucket's users are asked for.
    const topCommands = line === othersName ? await mostUsed(context, scope.within(period.start, period.end)) : null;
    return {
      sql: peopleOfCommandSql(command, topCommands ? 'NOT IN' : 'IN'),
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
