import { conversionsSql } from '../conversions/conversions.sql.ts';
import { convertingPeople } from '../conversions/converting-people.ts';
import { averageLine, countLine, percentage } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { conversionsSummarySql } from './conversions-summary.sql.ts';

interface Row extends BucketRow {
  conversions: number;
  users: number;
  /** Users who acted or converted. */
  reached: number;
}

/**
 * The conversions of all targets together: how many, of how many people, and which share these are of those who acted or
 * converted.
 */
export const conversionsSummary: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, targets, ask } = context;
    const conversions = conversionsSql(targets, context);
    const params = { ...conversions.params, ...bucket.params };
    const rows = await ask<Row>(scope.statement(conversionsSummarySql(conversions, bucket), params));
    const length = buckets.starts.length;
    return [
      { ...countLine('conversions', length, rows, (row) => row.conversions), unit: 'conversions' },
      { ...countLine('users', length, rows, (row) => row.users), unit: 'users' },
      {
        ...averageLine('rate', length, rows, (row) => percentage(row.users, row.reached)),
        unit: 'percent',
      },
    ];
  },
  people: (context, { line = 'conversions' }) =>
    ['conversions', 'users', 'rate'].includes(line) ? convertingPeople(context, context.targets) : null,
};
