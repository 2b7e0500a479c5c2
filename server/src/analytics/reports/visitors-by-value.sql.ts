import type { Sources } from '../query/scope.ts';
import { personBuckets } from './person-buckets.sql.ts';
import type { ReportContext } from './report.ts';

/**
 * Visitors per value and bucket and, as bucket 0, over the period. `users` is a subquery of rows (user_id, value), each
 * person once or, where the value is that of an empty column, not at all: the fewer, the sooner. `summedColumns` names further
 * columns of it to be summed. People are looked up once each, not once per action.
 */
export const visitorsByValueSql =
  (
    { bucket, buckets }: Pick<ReportContext, 'bucket' | 'buckets'>,
    people: (from: Sources) => string,
    summedColumns: readonly string[] = [],
  ) =>
  (from: Sources): string => {
    const visitors = personBuckets(from.activity, bucket, buckets.starts.length);
    const sums = summedColumns.map((column) => `, sum(${column}) AS ${column}_sum`).join('');
    return `
SELECT value, arrayJoin(arrayPushBack(${visitors.numbers}, toUInt16(0))) AS bucket, count() AS users${sums}
FROM (${visitors.sql}
) AS visitor
LEFT JOIN (
  ${people(from)}
) AS person USING user_id
GROUP BY value, bucket`;
  };
