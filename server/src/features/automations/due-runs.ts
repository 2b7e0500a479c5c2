import { Automation, CampaignSending } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';

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

export interface DueRuns {
  automation: DueAutomation;
  runs: DueRun[];
}

const runsOfLook = 500;
/** The row of campaign_recipients is free: the message of an earlier trigger is done with. */
export const isFree = sql<boolean>`(recipient.status IS NULL OR recipient.status NOT IN ('ForSend', 'In_progress'))`;

/** The automations of a bot with due triggers, and the first of these: one of a user at a time. */
export async function loadDueRuns(db: Kysely<Tables>, bot: string, now: RawBuilder<Date>): Promise<DueRuns[]> {
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
}
