import type { Attribution } from '../../query/attribution.sql.ts';
import type { Sources } from '../../query/scope.ts';

/**
 * Launches of the period, as rows (user_id, time, value) with the value of their own: starts, and the first actions of
 * people who had not started before, which have none.
 */
export const launchesSql = (from: Sources, { value }: Attribution): string => `
  SELECT user_id, time, toString(${value}) AS value
  FROM ${from.launchHistory} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM ${from.people}
    AND first_action < tupleElement(first_source, 'time')
    AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC')`;
