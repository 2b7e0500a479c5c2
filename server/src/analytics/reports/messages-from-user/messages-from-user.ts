import { actionTypes } from '@botscope/contract';
import { commandSql, longestButton } from '../../query/command-sql.ts';
import { sumLine } from '../lines.ts';
import { type Packed, packedLines, packedParams } from '../packed-key.ts';
import type { ReportContext, ReportDefinition } from '../report.ts';
import { visitingPeopleSql } from '../visitors/visitors.sql.ts';
import { messagesFromUserSql, peopleOfTypeSql } from './messages-from-user.sql.ts';

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
  people(context, { line }) {
    if (line === undefined) return { sql: visitingPeopleSql };
    if (!actionTypes.some((type) => type === line)) return null;
    const command = compileTypes(context);
    return { sql: peopleOfTypeSql(command), params: { ...command.params, line } };
  },
};

/** Buttons count as buttons, however long their data. */
const compileTypes = ({ hiddenCommands }: Pick<ReportContext, 'hiddenCommands'>) =>
  commandSql({ hiddenCommands, callbackMaxLength: longestButton });
