import type { Sources } from '../query/scope.ts';
import type { ReportContext } from './report.ts';
import { userBuckets } from './user-buckets.sql.ts';

/**
 * Visitors per value and bucket and, as bucket 0, over the period. `users` is a subquery of rows (user_id, value), each
 * user once or, where the value is that of an empty column, not at all: the fewer, the sooner. `summedColumns` names further
 * columns of it to be summed. Users are looked up once each, not once per action.
 */
export const visitorsByValueSql =
  (
    { bucket, buckets }: Pick<ReportContext, 'bucket' | 'buckets'>,
    users: (from: Sources) => string,
    summedColumns: readonly string[] = [],
  ) =>
  (from: Sources): string => {
    const visitors = userBuckets(from.activity, bucket, buckets.starts.length);
    const sums = summedColumns.map((column) => `, sum(${column}) AS ${column}_sum`).join('');
    return `
SELECT value, arrayJoin(arrayPushBack(${visitors.numbers}, toUInt16(0))) AS bucket, count() AS users${sums}
FROM (${visitors.sql}
) AS visitor
LEFT JOIN (
  ${users(from)}
) AS user USING user_id
GROUP BY value, bucket`;
  };
