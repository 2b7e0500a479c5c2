import type { Sources } from '../../query/scope.ts';
import { comingsAndGoingsSql } from '../comings-and-goings.sql.ts';

/** One row per person who left within the period, as `comingsAndGoingsSql` has them. */
export const leftInPeriodSql = (from: Sources) =>
  comingsAndGoingsSql(
    from,
    `
      SELECT user_id
      FROM ${from.departures} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')`,
  );

export const leftPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${leftInPeriodSql(from)}
  )
  WHERE notEmpty(leaving)`;
