import { actionTypes } from '@botscope/contract';
import { commandSql, LONGEST_BUTTON } from '../../query/command-sql.ts';
import { countLine, sumLine } from '../lines.ts';
import type { ReportContext, ReportDefinition } from '../report.ts';
import { visitingPeopleSql } from '../visitors/visitors.sql.ts';
import { messagesFromUserSql, peopleOfTypeSql } from './messages-from-user.sql.ts';

interface Row {
  bucket: number;
  type: string;
  actions: number;
}

/** Actions by type, approved hidden commands as commands, in the order of the contract's list; types that nobody used have no line. */
export const messagesFromUser: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const command = typesOf(context);
    const params = { ...command.params, ...bucket.params };
    const rows = await ask<Row>(scope.statement(messagesFromUserSql(command, bucket), params));
    return actionTypes
      .map((type) => [type, rows.filter((row) => row.type === type)] as const)
      .filter(([, own]) => own.length > 0)
      .map(([type, own]) => countLine(type, buckets.starts.length, own, (row) => row.actions));
  },
  headline: (lines) => sumLine('actions', lines),
  people(context, { line }) {
    if (line === undefined) return { sql: visitingPeopleSql };
    if (!actionTypes.some((type) => type === line)) return null;
    const command = typesOf(context);
    return { sql: peopleOfTypeSql(command), params: { ...command.params, line } };
  },
};

/** Buttons count as buttons, however long their data. */
const typesOf = ({ hiddenCommands }: Pick<ReportContext, 'hiddenCommands'>) =>
  commandSql({ hiddenCommands, callbackMaxLength: LONGEST_BUTTON });
