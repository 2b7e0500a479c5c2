import type { UtmMeasure } from '@botscope/contract';
import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';
import type { LaunchValues } from '../launch-values/launch-values.ts';
import { rankSql } from '../ranked.ts';
import { type UserBuckets, userBuckets } from '../user-buckets.sql.ts';
import { toSecondsSql } from '../user-counts/user-counts.sql.ts';

export interface UtmChartsOptions {
  measure: UtmMeasure;
  values: LaunchValues;
  conversions: ConversionsSql;
  bucket: BucketSql;
  /** Number of buckets. */
  count: number;
  /** The lines are those of the parameter `named`, not of the largest totals. */
  isNamed: boolean;
}

/**
 * One row per line: values with the largest totals, direct ones, and the rest together. `points` holds a number per bucket
 * that is not zero; bucket 0 is the whole period. Numbers of different values may be added up: nobody has two.
 */
export const utmChartsSql = (options: UtmChartsOptions) => (from: Sources) =>
  `
SELECT
  ${rankSql} AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, ${options.isNamed ? positionOfNamed : "row_number() OVER (ORDER BY value = '', points[0] DESC, value)"} AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (${options.measure === 'launches' || options.measure === 'conversions' ? thingsSql(from, options) : usersSql(from, options)}
    )
    GROUP BY value
  )
)
GROUP BY rank`;

const positionOfNamed =
  'if(has({named:Array(String)}, value), indexOf({named:Array(String)}, value), {top:UInt16} + 1)';

const thingsSql = (from: Sources, { measure, values, conversions, bucket }: UtmChartsOptions): string => `
      SELECT value, arrayJoin([toUInt16(0), ${bucket.of('toUnixTimestamp(time)')}]) AS bucket, count() AS number
      FROM (${
        measure === 'launches'
          ? from.launchesWithValue(values.attribution.value)
          : `${from.attributedConversions(values.attribution, conversions.sql(from))} WHERE NOT is_refund`
      }
      )
      GROUP BY value, bucket`;

/** Each user counts once in every bucket, and once in the whole. */
function usersSql(from: Sources, { values, ...options }: UtmChartsOptions): string {
  const users = bucketsOfUsers(from, options);
  return `
      SELECT value, arrayJoin(arrayPushFront(${users.numbers}, toUInt16(0))) AS bucket, count() AS number
      FROM (${users.sql}
      ) AS user
      LEFT JOIN (${from.sourcedUsers(values.attribution)}
      ) AS credit USING user_id
      GROUP BY value, bucket`;
}

function bucketsOfUsers(
  from: Sources,
  { measure, bucket, count }: Pick<UtmChartsOptions, 'measure' | 'bucket' | 'count'>,
): UserBuckets {
  if (measure === 'new') {
    return {
      sql: `
        SELECT user_id, [${bucket.of('toUnixTimestamp(first_time)')}] AS buckets
        FROM ${from.users}
          AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
          AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')`,
      numbers: 'buckets',
    };
  }
  if (measure === 'left') {
    return {
      sql: `
        SELECT user_id, arrayDistinct(arrayMap(moment -> ${bucket.of(toSecondsSql('moment'))}, leaving)) AS buckets
        FROM ${from.churnEvents}
        WHERE notEmpty(buckets)`,
      numbers: 'buckets',
    };
  }
  return userBuckets(from.activity, bucket, count);
}
