import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { comingsAndGoingsSql, secondsOf } from '../comings-and-goings.sql.ts';

export const returnUsersSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of(secondsOf('moment'))} AS bucket, uniqExact(user_id) AS users
FROM (${comingsAndGoingsSql(from, leftAndActive(from))}
)
ARRAY JOIN returning AS moment
WHERE moment >= {start:Int64}
GROUP BY bucket WITH ROLLUP`;

/** Who returns in the period must have left before and act within it: some percent of all who ever left. */
const leftAndActive = (from: Sources) => `
      SELECT user_id
      FROM ${from.departures} AND user_id IN (SELECT user_id FROM ${from.actors})`;
