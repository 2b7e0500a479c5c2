import { CampaignAudience, CampaignMessage, CampaignSending } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { databaseTime } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { nextStatus, statusesBefore } from '../campaign-states.ts';

/** A campaign that is being sent. Moments are unix ms. */
export interface RunningCampaign {
  campaignId: number;
  waiting: number;
  isPrepared: boolean;
  preparedUntil: number;
  pausedUntil: number | null;
  startedAt: number;
  sending: CampaignSending;
}

/** What of a campaign does not change once it is started. */
export interface CampaignPlan {
  audience: CampaignAudience;
  message: CampaignMessage;
  timeZone: string;
}

const running = statusesBefore('failed');

/** The campaigns that are or will be sent, as the sender sees them. */
export function createRunningCampaigns(db: Kysely<Tables>, clock?: () => number) {
  const time = (): RawBuilder<Date> => databaseTime(clock);
  const notAfter = sql<Date>`date_send + (sending->>'not_after_hours')::int * interval '1 hour'`;

  return {
    /** Begins what was planned for now, and gives up what could not begin in time. */
    async beginPlanned(): Promise<void> {
      const now = time();
      const planned = db.updateTable('campaigns').where('status', 'in', statusesBefore('due'));
      await planned
        .set({ status: nextStatus('Not_started', 'due') ?? undefined, started_at: now })
        .where('date_send', '<=', now)
        .where(sql<boolean>`${notAfter} >= ${now}`)
        .execute();
      await planned
        .set({ status: nextStatus('Not_started', 'missed') ?? undefined, problem: 'MissedDate' })
        .where(sql<boolean>`${notAfter} < ${now}`)
        .execute();
    },

    /** Milliseconds until the next planned campaign; null if none is. */
    async nextPlannedIn(): Promise<number | null> {
      const row = await db
        .selectFrom('campaigns')
        .select(sql<number | string | null>`extract(epoch FROM min(date_send) - ${time()}) * 1000`.as('ms'))
        .where('status', '=', 'Not_started')
        .executeTakeFirst();
      return row?.ms == null ? null : Number(row.ms);
    },

    /** Bots with campaigns to be sent, or with recipients that a dead process has left. */
    async botsWithWork(): Promise<string[]> {
      const rows = await db
        .selectFrom('campaigns')
        .innerJoin('bots', 'bots.key', 'campaigns.bot_key')
        .select('campaigns.bot_key')
        .distinct()
        .where('bots.removed_at', 'is', null)
        .where('bots.owner_deleted_at', 'is', null)
        .where((is) =>
          is.or([
            is('campaigns.status', 'in', running),
            is(
              'campaigns.campaign_id',
              'in',
              is.selectFrom('campaign_recipients').select('campaign_id').where('status', '=', 'In_progress'),
            ),
          ]),
        )
        .execute();
      return rows.map(({ bot_key }) => bot_key);
    },

    async ofBot(bot: string): Promise<RunningCampaign[]> {
      const rows = await db
        .selectFrom('campaigns')
        .innerJoin('bots', 'bots.key', 'campaigns.bot_key')
        .select(['campaign_id', 'waiting', 'prepared_until', 'paused_until', 'campaigns.started_at', 'sending'])
        .where('bot_key', '=', bot)
        .where('campaigns.status', 'in', running)
        .where('bots.removed_at', 'is', null)
        .where('bots.owner_deleted_at', 'is', null)
        .orderBy('campaign_id')
        .execute();
      return rows.map((row) => ({
        campaignId: row.campaign_id,
        waiting: row.waiting,
        isPrepared: row.prepared_until === null,
        preparedUntil: Number(row.prepared_until ?? 0),
        pausedUntil: row.paused_until && new Date(row.paused_until).getTime(),
        startedAt: new Date(row.started_at ?? 0).getTime(),
        sending: z.parse(CampaignSending, row.sending),
      }));
    },

    async plan(campaignId: number): Promise<CampaignPlan> {
      const row = await db
        .selectFrom('campaigns')
        .select(['audience', 'message', 'time_zone'])
        .where('campaign_id', '=', campaignId)
        .executeTakeFirstOrThrow();
      return {
        audience: z.parse(CampaignAudience, row.audience),
        message: z.parse(CampaignMessage, row.message),
        timeZone: row.time_zone,
      };
    },

    /** Done, if everyone is written down and nobody waits or is in progress. */
    async finishSent(campaignId: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('campaigns')
        .set({ status: 'Done', paused_until: null, finished_at: time() })
        .where('campaign_id', '=', campaignId)
        .where('status', '=', 'In_progress')
        .where('prepared_until', 'is', null)
        .where('waiting', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Telegram refuses it, or its bot. `problem`: an error code. */
    async fail(campaignIds: readonly number[], problem: string, description: string): Promise<void> {
      if (campaignIds.length === 0) return;
      await db
        .updateTable('campaigns')
        .set({ status: 'Error', problem, problem_description: description, paused_until: null })
        .where('campaign_id', 'in', [...campaignIds])
        .where('status', 'in', running)
        .execute();
    },

    /** Nothing is sent before then, unix ms; null: it goes on. */
    async pause(campaignId: number, until: number | null): Promise<void> {
      await db
        .updateTable('campaigns')
        .set({ paused_until: until === null ? null : new Date(until) })
        .where('campaign_id', '=', campaignId)
        .where('status', 'in', running)
        .execute();
    },
  };
}

export type RunningCampaigns = ReturnType<typeof createRunningCampaigns>;
