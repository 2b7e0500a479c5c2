import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

export const newUsersSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(first_time)')} AS bucket, count() AS users
FROM ${from.people}
  AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket WITH ROLLUP`;

export const newPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.people}
    AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')`;
