import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';

/** Writes down whom a campaign goes to. */
export function preparing(db: Kysely<Tables>) {
  return {
    /**
     * Adds a chunk of users, rising, and notes that all up to its last one are written down. A chunk that is there already
     * adds nothing. False: the campaign is not being sent any more, or all of it is prepared.
     */
    async prepare(campaignId: number, userIds: readonly number[]): Promise<boolean> {
      const until = userIds.at(-1);
      if (until === undefined) return true;
      const { rows } = await inserted(campaignId, until, sql`${JSON.stringify(userIds)}::jsonb`).execute(db);
      return rows.length > 0;
    },

    /** Everyone is written down. */
    async prepared(campaignId: number): Promise<void> {
      await db
        .updateTable('campaigns')
        .set({ prepared_until: null })
        .where('campaign_id', '=', campaignId)
        .where('status', '=', 'In_progress')
        .execute();
    },
  };
}

const inserted = (campaignId: number, until: number, ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  WITH campaign AS (
    SELECT campaign_id, prepared_until FROM campaigns
    WHERE campaign_id = ${campaignId} AND status = 'In_progress' AND prepared_until IS NOT NULL
    FOR NO KEY UPDATE
  ), added AS (
    INSERT INTO campaign_recipients (campaign_id, user_id)
    SELECT campaign_id, id::bigint FROM campaign, jsonb_array_elements_text(${ids}) AS id
    WHERE id::bigint > prepared_until
    ON CONFLICT DO NOTHING
    RETURNING campaign_id
  ), change AS (SELECT count(*) AS added FROM added)
  UPDATE campaigns SET
    prepared_until = greatest(campaigns.prepared_until, ${until}::bigint),
    total = campaigns.total + change.added,
    waiting = campaigns.waiting + change.added
  FROM campaign, change WHERE campaigns.campaign_id = campaign.campaign_id
  RETURNING campaigns.campaign_id`;
