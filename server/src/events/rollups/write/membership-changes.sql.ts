import { changesOfUsersSql, rolledStepsSql } from '../read/membership-changes.sql.ts';
import type { Rollup } from '../rollup.ts';

/** Fills `membership_changes` between {start} and {to}, from what is rolled up before and the events since. */
export const fillMembershipChangesSql = (rollup: Rollup, users: string): string => `
INSERT INTO membership_changes (bot, generation, user_id, time, is_return)
SELECT {bot:String}, {rolled_generation:UInt64}, user_id, fromUnixTimestamp64Milli(change.1, 'UTC'), change.2
FROM (
  SELECT user_id, arrayJoin(arrayConcat(
    arrayMap(moment -> (moment, false), leaving),
    arrayMap(moment -> (moment, true), returning))) AS change
  FROM (${changesOfUsersSql(rolledStepsSql(rollup, "fromUnixTimestamp64Milli({to:Int64}, 'UTC')", users))}
  )
)`;
