import { commandSql } from '../../query/command-sql.ts';
import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { allCommandsSql, peopleOfCommandSql, topCommandsSql, userCommandsStatSql } from './user-commands-stat.sql.ts';

interface Row {
  name: string;
  bucket: number;
  actions: number;
  users: number;
}

/** A palette has ten colours. */
const TOP = 10;

/**
 * The ten most used commands (approved hidden ones among them) and buttons of the period, most used first. Each has two lines of one name: actions, and
 * the different people behind them.
 */
export const userCommandsStat: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const command = commandSql(context);
    const top = await ask<{ name: string }>(scope.statement(topCommandsSql(command), { ...command.params, top: TOP }));
    const names = top.map(({ name }) => name);
    const params = { ...command.params, ...bucket.params, names };
    const rows = await ask<Row>(scope.statement(userCommandsStatSql(command, bucket), params));
    const length = buckets.starts.length;
    return rows
      .filter((row) => row.name !== '' && row.bucket === 0)
      .sort((a, b) => b.actions - a.actions || (a.name < b.name ? -1 : 1))
      .flatMap(({ name }) => {
        const own = rows.filter((row) => row.name === name);
        return [
          { ...countLine(name, length, own, (row) => row.actions), unit: 'actions' },
          { ...countLine(name, length, own, (row) => row.users), unit: 'users' },
        ];
      });
  },
  async summary(context) {
    const { scope, bucket, buckets, ask } = context;
    const command = commandSql(context);
    const params = { ...command.params, ...bucket.params };
    const rows = await ask<Omit<Row, 'name'>>(scope.statement(allCommandsSql(command, bucket), params));
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
