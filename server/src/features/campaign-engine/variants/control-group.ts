import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { RecipientOutcome } from '../engine-deps.ts';

const maxBatch = 1_000;

/** Users of the audiences of campaigns who get nothing, in order to be compared with. */
export const controlGroups = (db: Kysely<Tables>) => ({
  /** In the order of their ids, after one of them. */
  controlGroup: (
    campaignId: number,
    { after, limit }: { after: number; limit: number },
  ): Promise<Selectable<Tables['campaign_control_group']>[]> =>
    db
      .selectFrom('campaign_control_group')
      .selectAll()
      .where('campaign_id', '=', campaignId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit)
      .execute(),

  /** For the analytics: those of a bot's campaigns written down since a moment, after one of them, at most 1,000. */
  async controlGroupSince(
    bot: string,
    since: Date,
    after: { campaignId: number; userId: number },
    campaignFilter?: number,
  ): Promise<RecipientOutcome[]> {
    const rows = await db
      .selectFrom('campaign_control_group as control')
      .innerJoin('campaigns', 'campaigns.campaign_id', 'control.campaign_id')
      .select(['control.campaign_id', 'control.user_id', 'campaigns.started_at'])
      .where('campaigns.bot_key', '=', bot)
      .$if(campaignFilter !== undefined, (query) => query.where('control.campaign_id', '=', campaignFilter ?? 0))
      .where('control.listed_at', '>=', since)
      .where(sql<boolean>`(control.campaign_id, control.user_id) > (${after.campaignId}, ${after.userId}::bigint)`)
      .orderBy('control.campaign_id')
      .orderBy('control.user_id')
      .limit(maxBatch)
      .execute();
    return rows.map((row) => ({
      bot,
      campaignId: row.campaign_id,
      userId: Number(row.user_id),
      status: 'Control',
      reason: '',
      messageId: 0,
      variant: 0,
      language: '',
      // The row is the same however often it is written.
      at: new Date(row.started_at ?? 0).getTime(),
    }));
  },

  /** @returns how many rows of users of a bot are gone */
  async eraseControlGroup(bot: string, userIds: readonly number[]): Promise<number> {
    const { rows } = await sql<{ erased: number | string }>`
      WITH erased AS (
        DELETE FROM campaign_control_group AS control USING campaigns
        WHERE campaigns.campaign_id = control.campaign_id AND campaigns.bot_key = ${bot}
          AND control.user_id IN (SELECT id::bigint FROM jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) AS id)
        RETURNING control.campaign_id
      ), change AS (SELECT campaign_id, count(*) AS erased FROM erased GROUP BY campaign_id)
      UPDATE campaigns SET control_group = campaigns.control_group - change.erased
      FROM change WHERE campaigns.campaign_id = change.campaign_id
      RETURNING (SELECT count(*) FROM erased) AS erased`.execute(db);
    return Number(rows[0]?.erased ?? 0);
  },
});
