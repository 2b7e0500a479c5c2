import { actionTypes } from '@botscope/contract';
import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { messagesFromUserSql } from './messages-from-user.sql.ts';

interface Row {
  bucket: number;
  type: string;
  actions: number;
}

/** Actions by type, in the order of the contract's list; types that nobody used have no line. */
export const messagesFromUser: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(messagesFromUserSql(bucket), bucket.params));
    return actionTypes
      .map((type) => [type, rows.filter((row) => row.type === type)] as const)
      .filter(([, own]) => own.length > 0)
      .map(([type, own]) => countLine(type, buckets.starts.length, own, (row) => row.actions));
  },
};
