import { commandSql } from '../../query/command-sql.ts';
import { countLine } from '../lines.ts';
import { ofWord, type Packed, packedLine, packedParams } from '../packed-key.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
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

/** A palette has ten colours. */
const TOP = 10;

/**
 * The ten most used commands (approved hidden ones among them) and buttons of the period, most used first. Each has two lines of one name: actions, and
 * the different people behind them.
 */
export const userCommandsStat: ReportDefinition = {
  ranks: true,
  async lines(context) {
    const { scope, bucket, buckets, named, ask } = context;
    const command = commandSql(context);
    const top = scope.statement(topCommandsSql(command), { ...command.params, top: TOP });
    const names = named ?? (await ask<{ name: string }>(top)).map(({ name }) => name);
    const { length } = buckets.starts;
    const params = { ...command.params, ...bucket.params, ...packedParams(names) };
    const [rows, people] = await Promise.all([
      ask<Row>(scope.statement(userCommandsStatSql(command, bucket, length), params)),
      ask<{ place: number; users: number }>(scope.statement(usersOfCommandsSql(command), params)),
    ]);
    return names.flatMap((name, index) => {
      const own = ofWord(rows, index);
      const users = people.find(({ place }) => place === index + 1)?.users ?? 0;
      return [
        { ...packedLine(name, length, own), unit: 'actions' as const },
        { ...countLine(name, length, [...own, { bucket: 0, users }], (row) => row.users), unit: 'users' as const },
      ];
    });
  },
  async summary(context) {
    const { scope, bucket, buckets, ask } = context;
    const command = commandSql(context);
    const params = { ...command.params, ...bucket.params };
    const rows = await ask<BucketRow & { actions: number }>(scope.statement(allCommandsSql(command, bucket), params));
    return { ...countLine('actions', buckets.starts.length, rows, (row) => row.actions), unit: 'actions' };
  },
  people(context, { line }) {
    const command = commandSql(context);
    return {
      sql: peopleOfCommandSql(command, line !== undefined),
      params: { ...command.params, ...(line === undefined ? {} : { line }) },
    };
  },
};
