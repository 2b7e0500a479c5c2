import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { comingsAndGoingsSql, secondsOf } from '../comings-and-goings.sql.ts';

export const returnUsersSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of(secondsOf('moment'))} AS bucket, uniqExact(user_id) AS users
FROM (${comingsAndGoingsSql(from, everLeft(from))}
)
ARRAY JOIN returning AS moment
WHERE moment >= {start:Int64}
GROUP BY bucket WITH ROLLUP`;

export const returnedPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${comingsAndGoingsSql(from, everLeft(from))}
  )
  WHERE arrayExists(moment -> moment >= {start:Int64}, returning)`;

const everLeft = (from: Sources) => `
      SELECT user_id
      FROM ${from.departures}`;
