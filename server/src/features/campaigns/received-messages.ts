import { unknownReasons } from '@botscope/contract';
import { type RawBuilder, sql } from 'kysely';

const reasons = sql.join(unknownReasons.map((reason) => sql`${reason}`));

/**
 * The messages of campaigns and automations to some users, one row each: (campaign_id, user_id, status, sending_at,
 * finished_at, is_received). A repeating automation has one row of `campaign_recipients` a user, for its last message:
 * limits that read this table alone let 7 messages pass where 2 were allowed. `is_received`: Telegram has the message, or
 * may have it.
 */
export const messagesToUsers = (userIds: readonly number[]): RawBuilder<unknown> => {
  const users = sql`SELECT id::bigint FROM jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) AS id`;
  const received = (status: RawBuilder<unknown>, reason: RawBuilder<unknown>) =>
    sql`(${status} = 'Done' OR ${status} = 'Error' AND ${reason} IN (${reasons}))`;
  return sql`(
    SELECT campaign_id, user_id, status, sending_at, finished_at,
      ${received(sql`status`, sql`reason`)} AS is_received
    FROM campaign_recipients WHERE user_id IN (${users})
    UNION ALL
    SELECT campaign_id, user_id, outcome, NULL, ended_at, ${received(sql`outcome`, sql`reason`)}
    FROM automation_runs WHERE user_id IN (${users}) AND status = 'ended'
  )`;
};
