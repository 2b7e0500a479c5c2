import type { SkipReason } from '@botscope/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Turn } from '../../events/consumers/event-consumer.ts';
import { databaseTime, timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { countChanges } from '../campaign-engine/campaign-engine.ts';
import { type DueAutomation, type DueRun, type DueRuns, isFree, loadDueRuns } from './due-runs.ts';

/** From a trigger that waits to a message that the sender sends. */
export function createArming(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);

  /** Locks an automation that is running, of a cursor that is still ours: its counts change. Null for any other. */
  async function lock(transaction: Transaction<Tables>, turn: Turn, campaignId: number): Promise<number | null> {
    const { rows } = await turn.lock.execute(transaction);
    if (rows.length === 0) return null;
    const row = await transaction
      .selectFrom('campaigns')
      .select('campaign_id')
      .where('campaign_id', '=', campaignId)
      .where('status', '=', 'In_progress')
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row?.campaign_id ?? null;
  }

  return {
    /** The automations of a bot with due triggers, and the first of these: one of a user at a time. */
    due: (bot: string): Promise<DueRuns[]> => loadDueRuns(db, bot, time()),

    /**
     * Makes recipients of users, each with one due trigger: the sender has until the message would be too late. `zones`: of
     * users whose quiet hours are those of a time zone of their own.
     */
    arm: (
      turn: Turn,
      automation: DueAutomation,
      runs: readonly DueRun[],
      zones: ReadonlyMap<number, string> = new Map(),
    ): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        if (runs.length === 0 || (await lock(transaction, turn, automation.id)) === null) return 0;
        return armRuns(transaction, automation, serializeKeys(runs, zones));
      }),

    /** Users who get no message for a trigger. */
    skip: (turn: Turn, id: number, runs: readonly DueRun[], reason: SkipReason): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        if (runs.length === 0 || (await lock(transaction, turn, id)) === null) return;
        await sql`
          UPDATE automation_runs AS run SET status = 'skipped', reason = ${reason}, ended_at = ${time()}
          FROM jsonb_to_recordset(${serializeKeys(runs)}::jsonb) AS given(user_id bigint, trigger_id text)
          WHERE run.campaign_id = ${id} AND run.status = 'waiting'
            AND run.user_id = given.user_id AND run.trigger_id = given.trigger_id`.execute(transaction);
      }),

    /** Messages that would come too late are not sent. */
    async expire(turn: Turn): Promise<void> {
      const now = time();
      const expired = sql`status = 'ForSend' AND expires_at <= ${now}`;
      const { rows } = await sql<{ campaign_id: number }>`
        SELECT campaign_id FROM campaigns
        WHERE bot_key = ${turn.bot} AND automation IS NOT NULL AND status = 'In_progress' AND waiting > 0 AND EXISTS (
          SELECT FROM campaign_recipients AS recipient
          WHERE recipient.campaign_id = campaigns.campaign_id AND recipient.status = 'ForSend' AND expires_at <= ${now}
        )`.execute(db);
      for (const { campaign_id: id } of rows) {
        await db.transaction().execute(async (transaction) => {
          if ((await lock(transaction, turn, id)) === null) return;
          await sql`
            WITH changed AS (
              UPDATE campaign_recipients SET status = 'Cancel', reason = 'late', finished_at = ${now}
              WHERE campaign_id = ${id} AND ${expired}
              RETURNING campaign_id, 'ForSend'::recipient_status AS was, NULL::text AS was_reason, status, reason
            )${countChanges(sql`changed`)}`.execute(transaction);
        });
      }
    },
  };
}

/** In one statement: each user's message before is written into the past, and the row of its recipient used again. */
async function armRuns(
  transaction: Transaction<Tables>,
  { id, notAfterMs }: DueAutomation,
  keys: string,
): Promise<number> {
  const { rows } = await sql`
    WITH chosen AS (
      SELECT run.campaign_id, run.user_id, run.trigger_id, run.due_at, given.zone,
        recipient.status AS last_status, recipient.reason AS last_reason, recipient.finished_at AS last_at
      FROM automation_runs AS run
        JOIN jsonb_to_recordset(${keys}::jsonb) AS given(user_id bigint, trigger_id text, zone text)
          ON given.user_id = run.user_id AND given.trigger_id = run.trigger_id
        LEFT JOIN campaign_recipients AS recipient
          ON recipient.campaign_id = run.campaign_id AND recipient.user_id = run.user_id
      WHERE run.campaign_id = ${id} AND run.status = 'waiting' AND ${isFree}
      FOR UPDATE OF run
    ), past AS (
      UPDATE automation_runs AS run SET
        status = 'ended', outcome = chosen.last_status, reason = chosen.last_reason, ended_at = chosen.last_at
      FROM chosen
      WHERE run.campaign_id = chosen.campaign_id AND run.user_id = chosen.user_id AND run.status = 'armed'
    ), armed AS (
      UPDATE automation_runs AS run SET status = 'armed' FROM chosen
      WHERE run.campaign_id = chosen.campaign_id AND run.user_id = chosen.user_id
        AND run.trigger_id = chosen.trigger_id
    ), added AS (
      INSERT INTO campaign_recipients (campaign_id, user_id, expires_at, zone)
      SELECT campaign_id, user_id, ${timeAfter(sql<Date>`due_at`, notAfterMs)}, zone FROM chosen
      ON CONFLICT (campaign_id, user_id) DO UPDATE SET
        status = 'ForSend', attempts = 0, fence = NULL, not_before = NULL, sending_at = NULL, finished_at = NULL,
        message_id = NULL, more_message_ids = NULL, reason = NULL, description = NULL, expires_at = excluded.expires_at,
        zone = excluded.zone
      RETURNING campaign_id
    ), zones AS (
      INSERT INTO campaign_zones (campaign_id, zone)
      SELECT DISTINCT campaign_id, zone FROM chosen WHERE zone IS NOT NULL
      ON CONFLICT DO NOTHING
    ), change AS (SELECT count(*) AS added FROM added)
    UPDATE campaigns SET total = total + change.added, waiting = waiting + change.added
    FROM change WHERE campaign_id = ${id} AND change.added > 0 RETURNING change.added`.execute(transaction);
  return rows.length;
}

const serializeKeys = (runs: readonly DueRun[], zones: ReadonlyMap<number, string> = new Map()): string =>
  JSON.stringify(
    runs.map(({ userId, triggerId }) => ({ user_id: userId, trigger_id: triggerId, zone: zones.get(userId) ?? null })),
  );

export type Arming = ReturnType<typeof createArming>;
