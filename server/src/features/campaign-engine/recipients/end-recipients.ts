import type { CampaignStatus } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { databaseTime } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { nextStatus, statusesBefore } from '../campaign-states.ts';
import { countChanges, isInGroup } from './change-counts.ts';

/** Applies colleagues' decisions about the recipients of a campaign. */
export function ending(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);

  return {
    /**
     * Ends it for good: those who still wait do not get it. What is on its way is settled afterwards. False: it was in none
     * of the states given, all of which can be finished. `isByItself`: nobody did it, so they are notified.
     */
    finish: (
      campaignId: number,
      from: readonly CampaignStatus[] = statusesBefore('finished'),
      isByItself = false,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const endedCampaign = await transaction
          .updateTable('campaigns')
          .set({ status: 'Done', prepared_until: null, paused_until: null, finished_at: time() })
          .where('campaign_id', '=', campaignId)
          .where(
            'status',
            'in',
            from.filter((status) => nextStatus(status, 'finished') !== null),
          )
          .returning(['bot_key', 'campaign_id'])
          .executeTakeFirst();
        if (endedCampaign === undefined) return false;
        if (isByItself) {
          await transaction
            .insertInto('campaign_ends')
            .values({ ...endedCampaign, how: 'finished' })
            .execute();
        }
        await sql`
          WITH changed AS (
            UPDATE campaign_recipients SET status = 'Cancel', reason = 'finished', finished_at = ${time()}
            WHERE campaign_id = ${campaignId} AND status = 'ForSend'
            RETURNING campaign_id, 'ForSend'::recipient_status AS was, NULL::text AS was_reason, status, reason
          )${countChanges(sql`changed`)}`.execute(transaction);
        return true;
      }),

    /**
     * Sends a finished campaign again to the users that it certainly did not reach (`not_delivered`), or to those with
     * an unknown outcome. False: it is not finished, or there are no such users.
     */
    repeat: (campaignId: number, group: 'not_delivered' | 'unknown'): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const campaign = await transaction
          .selectFrom('campaigns')
          .select('campaign_id')
          .where('campaign_id', '=', campaignId)
          .where('status', 'in', statusesBefore('repeated'))
          .forUpdate()
          .executeTakeFirst();
        if (campaign === undefined) return false;
        const condition =
          group === 'unknown' ? isInGroup('unknown') : sql`status = 'Error' AND NOT ${isInGroup('unknown')}`;
        const { rows } = await sql`
          WITH before AS (
            SELECT campaign_id, user_id, status AS was, reason AS was_reason FROM campaign_recipients
            WHERE campaign_id = ${campaignId} AND ${condition}
            FOR UPDATE
          ), changed AS (
            UPDATE campaign_recipients AS recipient SET
              status = 'ForSend', attempts = 0, fence = NULL, finished_at = NULL, reason = NULL, description = NULL
            FROM before
            WHERE recipient.campaign_id = before.campaign_id AND recipient.user_id = before.user_id
            RETURNING recipient.campaign_id, before.was, before.was_reason, recipient.status, recipient.reason
          )${countChanges(sql`changed`)} RETURNING campaigns.campaign_id`.execute(transaction);
        if (rows.length === 0) return false;
        await transaction
          .updateTable('campaigns')
          .set({ status: 'In_progress', finished_at: null })
          .where('campaign_id', '=', campaignId)
          .execute();
        return true;
      }),

    /**
     * A finished campaign is prepared again, from the first id: who is there already stays as they are, so that it goes to
     * those alone who have joined its audience since. False: it is not finished.
     */
    async extend(campaignId: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('campaigns')
        .set({ status: 'In_progress', prepared_until: 0, finished_at: null })
        .where('campaign_id', '=', campaignId)
        .where('status', 'in', statusesBefore('extended'))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export function erasing(db: Kysely<Tables>) {
  return {
    /** Deletes the rows of users of a bot. @returns how many */
    async erase(bot: string, userIds: readonly number[]): Promise<number> {
      const { rows } = await sql<{ erased: number | string }>`
        WITH changed AS (
          DELETE FROM campaign_recipients AS recipient USING campaigns
          WHERE campaigns.campaign_id = recipient.campaign_id AND campaigns.bot_key = ${bot}
            AND recipient.user_id IN (SELECT id::bigint FROM jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) AS id)
          RETURNING recipient.campaign_id, recipient.status AS was, recipient.reason AS was_reason,
            NULL::recipient_status AS status, NULL::text AS reason
        )${countChanges(sql`changed`)}
        RETURNING (SELECT count(*) FROM changed) AS erased`.execute(db);
      return Number(rows[0]?.erased ?? 0);
    },
  };
}
