import { complaintDays } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/**
 * Recipients of a campaign who complained after their delivery. Colleagues note complaints one by one, so there are few, and
 * each recipient is looked up by the primary key. A complaint that was corrected to another reason right after counts as that.
 */
const complainersSql = (bot: string, campaignId: number): RawBuilder<unknown> => sql`
  SELECT DISTINCT change.user_id FROM campaigns
    JOIN subscription_changes AS change ON change.bot_key = campaigns.bot_key
      AND change.reason = 'complained' AND change.changed_at >= campaigns.started_at
    JOIN campaign_recipients AS recipient
      ON recipient.campaign_id = campaigns.campaign_id AND recipient.user_id = change.user_id
  WHERE campaigns.bot_key = ${bot} AND campaigns.campaign_id = ${campaignId} AND recipient.status = 'Done'
    AND change.changed_at >= recipient.finished_at
    AND change.changed_at < recipient.finished_at + ${complaintDays} * interval '1 day'
    AND NOT coalesce((
      SELECT next.is_unsubscribed AND next.reason <> 'complained' FROM subscription_changes AS next
      WHERE next.bot_key = change.bot_key AND next.user_id = change.user_id AND next.change_id > change.change_id
      ORDER BY next.change_id LIMIT 1
    ), false)`;

/** Users who have complained after campaigns: docs/metrics.md, "Campaign results". */
export function createComplaints(db: Kysely<Tables>) {
  return {
    async count(bot: string, campaignId: number): Promise<number> {
      const { rows } = await sql<{ count: number | string }>`
        SELECT count(*) AS count FROM (${complainersSql(bot, campaignId)}) AS complainers`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    /** Rising ids after one of them. */
    async users(bot: string, campaignId: number, after: number, limit: number): Promise<number[]> {
      const { rows } = await sql<{ user_id: number | string }>`
        SELECT user_id FROM (${complainersSql(bot, campaignId)}) AS complainers
        WHERE user_id > ${after} ORDER BY user_id LIMIT ${limit}`.execute(db);
      return rows.map(({ user_id }) => Number(user_id));
    },
  };
}

export type Complaints = ReturnType<typeof createComplaints>;
