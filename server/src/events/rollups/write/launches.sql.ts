import { isTrackedSql } from '../read/launch-rows.sql.ts';
import { type Rollup, rolledRows } from '../rollup.ts';

/**
 * Fills `launches` between {from} and {to} (Unix ms, end exclusive) for the users that a condition on `user_id` selects.
 * What a start follows may be earlier than {from}: then the user's last row of `launches` is read, and users who acted before
 * their first start began at their first action. Within one millisecond, blocks come last.
 */
export const fillLaunchesSql = (rollup: Rollup, users: string): string => {
  const range =
    "time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')";
  const starters = `
    SELECT user_id FROM events
    PREWHERE is_start
    WHERE bot = {bot:String} AND user_id != 0 AND ${users} AND ${range}`;
  return `
INSERT INTO launches (bot, generation, user_id, time, id, membership, is_start, is_tracked, is_significant, source, params)
SELECT
  {bot:String}, {rolled_generation:UInt64}, user_id, time, id, membership, is_start, is_tracked, is_tracked AND was_gone,
  source, params
FROM (
  SELECT *, lagInFrame(membership = 'blocked', 1, true) OVER (
    PARTITION BY user_id
    ORDER BY time, membership = 'blocked', bitShiftRight(id, 44), is_tracked
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS was_gone
  FROM (
    SELECT user_id, time, id, toString(membership) AS membership, is_start, (${isTrackedSql}) AS is_tracked,
      toString(source) AS source, params, true AS is_own
    FROM events FINAL
    PREWHERE (is_start OR membership = 'blocked') AND user_id != 0 AND ${users}
    WHERE bot = {bot:String} AND ${range}
    UNION ALL
    SELECT user_id, time, id, toString(membership), is_start, is_tracked, '', map(), false
    FROM launches
    WHERE ${rolledRows(rollup)} AND user_id IN (${starters})
    ORDER BY time DESC, membership = 'blocked' DESC, bitShiftRight(id, 44) DESC, is_tracked DESC
    LIMIT 1 BY user_id
    UNION ALL
    SELECT user_id, first_action, 0, '', true, false, '', map(), false
    FROM users FINAL
    WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time') AND user_id IN (${starters})
  )
)
WHERE is_own`;
};
