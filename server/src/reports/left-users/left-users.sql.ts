import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { comingsAndGoingsSql, secondsOf } from '../comings-and-goings.sql.ts';

export const leftUsersSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of(secondsOf('moment'))} AS bucket, uniqExact(user_id) AS users
FROM (${comingsAndGoingsSql(from, leftInPeriod(from))}
)
ARRAY JOIN leaving AS moment
WHERE moment >= {start:Int64}
GROUP BY bucket WITH ROLLUP`;

export const leftPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${comingsAndGoingsSql(from, leftInPeriod(from))}
  )
  WHERE arrayExists(moment -> moment >= {start:Int64}, leaving)`;

const leftInPeriod = (from: Sources) => `
      SELECT user_id
      FROM ${from.departures} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')`;
