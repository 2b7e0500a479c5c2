import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { countChanges } from '../campaign-engine/campaign-engine.ts';

/** Deletes the triggers of users of a bot, with the outcomes that the counts of automations contain. @returns how many */
export const createEraseRuns =
  (db: Kysely<Tables>) =>
  (bot: string, userIds: readonly number[]): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const ofUsers = sql`run.campaign_id IN (SELECT campaign_id FROM campaigns WHERE bot_key = ${bot})
        AND run.user_id IN (SELECT id::bigint FROM jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) AS id)`;
      const endedRuns = await sql<{ erased: number | string }>`
        WITH erased AS (
          DELETE FROM automation_runs AS run WHERE ${ofUsers} AND run.status = 'ended'
          RETURNING run.campaign_id, run.outcome, run.reason
        ), changed AS (
          SELECT campaign_id, outcome AS was, reason AS was_reason, NULL::recipient_status AS status, NULL::text AS reason
          FROM erased
        )${countChanges(sql`changed`)}
        RETURNING (SELECT count(*) FROM erased) AS erased`.execute(transaction);
      const { rows } = await sql`
        DELETE FROM automation_runs AS run WHERE ${ofUsers} RETURNING 1`.execute(transaction);
      return Number(endedRuns.rows[0]?.erased ?? 0) + rows.length;
    });
