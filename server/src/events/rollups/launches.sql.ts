import { type Rollup, rolledRows } from './rollup.ts';

/**
 * A launch with a payload that is somebody's link, on a row of `events`. What Telegram itself sends to begin a business
 * chat is nobody's: start-payload.ts reads nothing from it.
 */
export const isLinkSql = "is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')";

/**
 * Fills `launches` between {from} and {to} (Unix ms, the end exclusive) of the people that a condition on `user_id`
 * selects. What a start follows may lie before: there the last row of `launches` is asked, and who acted before they
 * ever started did so at their first action. Of one millisecond, departures come last.
 */
export const fillLaunchesSql = (rollup: Rollup, people: string): string => {
  const range =
    "time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')";
  const starters = `
    SELECT user_id FROM events
    PREWHERE is_start
    WHERE bot = {bot:String} AND user_id != 0 AND ${people} AND ${range}`;
  return `
INSERT INTO launches (bot, edition, user_id, time, id, membership, is_start, is_link, is_significant, source, params)
SELECT
  {bot:String}, {rolled_edition:UInt64}, user_id, time, id, membership, is_start, is_link, is_link AND was_gone,
  source, params
FROM (
  SELECT *, lagInFrame(membership = 'left', 1, true) OVER (
    PARTITION BY user_id
    ORDER BY time, membership = 'left', bitShiftRight(id, 44), is_link
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS was_gone
  FROM (
    SELECT user_id, time, id, toString(membership) AS membership, is_start, (${isLinkSql}) AS is_link,
      toString(source) AS source, params, true AS is_own
    FROM events FINAL
    PREWHERE (is_start OR membership = 'left') AND user_id != 0 AND ${people}
    WHERE bot = {bot:String} AND ${range}
    UNION ALL
    SELECT user_id, time, id, toString(membership), is_start, is_link, '', map(), false
    FROM launches
    WHERE ${rolledRows(rollup)} AND user_id IN (${starters})
    ORDER BY time DESC, membership = 'left' DESC, bitShiftRight(id, 44) DESC, is_link DESC
    LIMIT 1 BY user_id
    UNION ALL
    SELECT user_id, first_action, 0, '', true, false, '', map(), false
    FROM people FINAL
    WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time') AND user_id IN (${starters})
  )
)
WHERE is_own`;
};
