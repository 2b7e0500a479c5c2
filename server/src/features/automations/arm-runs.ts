import { Automation, CampaignSending, type SkipReason } from '@botscope/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Turn } from '../../events/consumers/event-consumer.ts';
import { databaseTime, timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import { countChanges } from '../campaign-engine/campaign-engine.ts';

/** A trigger whose message is due. Moments are unix ms. */
export interface DueRun {
  campaignId: number;
  userId: number;
  triggerId: string;
  triggeredAt: number;
  /** Time since the message was due. */
  overdueMs: number;
}

export interface DueAutomation {
  id: number;
  automation: Automation;
  notAfterMs: number;
  timeZone: string;
  /** Quiet hours are those of users' own time zones. */
  hasOwnQuiet: boolean;
}

const runsOfLook = 500;
/** The row of campaign_recipients is free: the message of an earlier trigger is done with. */
const isFree = sql<boolean>`(recipient.status IS NULL OR recipient.status NOT IN ('ForSend', 'In_progress'))`;

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
    async due(bot: string): Promise<{ automation: DueAutomation; runs: DueRun[] }[]> {
      const now = time();
      const campaigns = await db
        .selectFrom('campaigns')
        .select(['campaign_id', 'automation', 'sending', 'time_zone'])
        .where('bot_key', '=', bot)
        .where('automation', 'is not', null)
        .where('status', '=', 'In_progress')
        .orderBy('campaign_id')
        .execute();
      const all = [];
      for (const row of campaigns) {
        const { rows } = await sql<{ user_id: number; trigger_id: string; triggered_ms: number; overdue_ms: number }>`
          SELECT DISTINCT ON (user_id) user_id, trigger_id, triggered_ms, overdue_ms FROM (
            SELECT run.user_id, run.trigger_id, run.due_at,
              extract(epoch FROM run.triggered_at)::float8 * 1000 AS triggered_ms,
              extract(epoch FROM ${now} - run.due_at)::float8 * 1000 AS overdue_ms
            FROM automation_runs AS run
              LEFT JOIN campaign_recipients AS recipient
                ON recipient.campaign_id = run.campaign_id AND recipient.user_id = run.user_id
            WHERE run.campaign_id = ${row.campaign_id} AND run.status = 'waiting' AND run.due_at <= ${now} AND ${isFree}
            ORDER BY run.due_at LIMIT ${runsOfLook}
          ) AS due ORDER BY user_id, due_at, trigger_id`.execute(db);
        if (rows.length === 0) continue;
        const { not_after_hours, quiet } = z.parse(CampaignSending, row.sending);
        all.push({
          automation: {
            id: row.campaign_id,
            automation: z.parse(Automation, row.automation),
            notAfterMs: not_after_hours * hourMs,
            timeZone: row.time_zone,
            hasOwnQuiet: quiet?.in_users_zone === true,
          },
          runs: rows.map((run) => ({
            campaignId: row.campaign_id,
            userId: Number(run.user_id),
            triggerId: run.trigger_id,
            triggeredAt: Math.round(run.triggered_ms),
            overdueMs: run.overdue_ms,
          })),
        });
      }
      return all;
    },

    /**
     * Makes recipients of users, each with one due trigger: the sender has until the message would be too late. `zones`: of
     * users whose quiet hours are those of a time zone of their own.
     */
    arm: (
      turn: Turn,
      { id, notAfterMs }: DueAutomation,
      runs: readonly DueRun[],
      zones: ReadonlyMap<number, string> = new Map(),
    ): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        if (runs.length === 0 || (await lock(transaction, turn, id)) === null) return 0;
        const { rows } = await sql`
          WITH chosen AS (
            SELECT run.campaign_id, run.user_id, run.trigger_id, run.due_at, given.zone,
              recipient.status AS last_status, recipient.reason AS last_reason, recipient.finished_at AS last_at
            FROM automation_runs AS run
              JOIN jsonb_to_recordset(${serializeKeys(runs, zones)}::jsonb) AS given(user_id bigint, trigger_id text, zone text)
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

const serializeKeys = (runs: readonly DueRun[], zones: ReadonlyMap<number, string> = new Map()): string =>
  JSON.stringify(
    runs.map(({ userId, triggerId }) => ({ user_id: userId, trigger_id: triggerId, zone: zones.get(userId) ?? null })),
  );

export type Arming = ReturnType<typeof createArming>;
