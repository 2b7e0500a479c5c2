import { unknownReasons } from '@botscope/contract';
import { type RawBuilder, sql } from 'kysely';

/**
 * All messages of campaigns and automations to some users: `campaign_id`, `user_id`, `status`, `sending_at`, `finished_at`, whether it is
 * an `is_earlier` message of an automation, and `may_have_arrived`. A repeating automation has one row of
 * `campaign_recipients` per user, which is its last message alone: all that counts or excludes by messages reads them here.
 * A join by `campaign_id` uses the keys of both tables, because neither part has a join of its own.
 */
export function userMessages(userIds: readonly number[]): RawBuilder<unknown> {
  const users = sql`ANY(${`{${userIds.join(',')}}`}::bigint[])`;
  return sql`(
    SELECT campaign_id, user_id, status, sending_at, finished_at, false AS is_earlier,
      ${mayHaveArrived(sql`status`, sql`reason`)} AS may_have_arrived
    FROM campaign_recipients WHERE user_id = ${users}
    UNION ALL
    SELECT campaign_id, user_id, outcome, NULL::timestamptz, ended_at, true, ${mayHaveArrived(sql`outcome`, sql`reason`)}
    FROM automation_runs WHERE user_id = ${users} AND status = 'ended')`;
}

/** Nobody knows whether an unknown message has arrived: if it did not count, the user could get one too many. */
const mayHaveArrived = (status: RawBuilder<unknown>, reason: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${status} = 'Done' OR ${status} = 'Error' AND coalesce(${reason} IN (${sql.join([...unknownReasons])}), false))`;
