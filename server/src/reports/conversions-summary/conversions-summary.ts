import { conversionsSql } from '../conversions/conversions.sql.ts';
import { convertingPeople } from '../conversions/converting-people.ts';
import { averageLine, countLine, percentage } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { visitorsSql } from '../visitors/visitors.sql.ts';
import { conversionsSummarySql } from './conversions-summary.sql.ts';

interface Row extends BucketRow {
  conversions: number;
  users: number;
}

interface VisitorsRow extends BucketRow {
  users: number;
}

/**
 * The conversions of all targets together: how many, of how many people, and which share these are of the visitors. The
 * share can exceed 100 %: an API may tell of somebody who did nothing in the bot meanwhile.
 */
export const conversionsSummary: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, targets, ask } = context;
    const conversions = conversionsSql(targets, context);
    const params = { ...conversions.params, ...bucket.params };
    const [rows, visitors] = await Promise.all([
      ask<Row>(scope.statement(conversionsSummarySql(conversions, bucket), params)),
      ask<VisitorsRow>(scope.statement(visitorsSql(bucket), bucket.params)),
    ]);
    const length = buckets.starts.length;
    const usersIn = new Map(rows.map((row) => [row.bucket, row.users]));
    return [
      { ...countLine('conversions', length, rows, (row) => row.conversions), unit: 'conversions' },
      { ...countLine('users', length, rows, (row) => row.users), unit: 'users' },
      {
        ...averageLine('rate', length, visitors, (row) => percentage(usersIn.get(row.bucket) ?? 0, row.users)),
        unit: 'percent',
      },
    ];
  },
  people: (context, { line = 'conversions' }) =>
    ['conversions', 'users', 'rate'].includes(line) ? convertingPeople(context, context.targets) : null,
};
