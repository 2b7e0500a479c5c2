import { actionTypes } from '@botscope/contract';
import { commandSql, LONGEST_BUTTON } from '../command-sql.ts';
import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { messagesFromUserSql } from './messages-from-user.sql.ts';

interface Row {
  bucket: number;
  type: string;
  actions: number;
}

/** Actions by type, approved hidden commands as commands, in the order of the contract's list; types that nobody used have no line. */
export const messagesFromUser: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask, hiddenCommands }) {
    // Buttons count as buttons, however long their data.
    const command = commandSql({ hiddenCommands, callbackMaxLength: LONGEST_BUTTON });
    const params = { ...command.params, ...bucket.params };
    const rows = await ask<Row>(scope.statement(messagesFromUserSql(command, bucket), params));
    return actionTypes
      .map((type) => [type, rows.filter((row) => row.type === type)] as const)
      .filter(([, own]) => own.length > 0)
      .map(([type, own]) => countLine(type, buckets.starts.length, own, (row) => row.actions));
  },
};
