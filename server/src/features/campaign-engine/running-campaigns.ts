import {
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  CampaignVariants,
  type PauseReason,
} from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { nextStatus, statusesBefore } from './campaign-states.ts';
import type { Lease, Senders } from './senders.ts';
import { winnerStore } from './variants/winner-store.ts';

/** A campaign that is being sent. Moments are unix ms. */
export interface RunningCampaign {
  campaignId: number;
  waiting: number;
  isPrepared: boolean;
  preparedUntil: number;
  pausedUntil: number | null;
  pausedFor: PauseReason | null;
  startedAt: number;
  /** When the winner of its test is decided; null: not yet known, or there is no test. */
  decideAt: number | null;
  /** Index of the variant that the rest gets; null: not decided. */
  winner: number | null;
  sending: CampaignSending;
  isAutomation: boolean;
  /** Grows when the message or an automation is edited: its plan is another one then. */
  revision: number;
}

/** Parts of a campaign that do not change once it is started. */
export interface CampaignPlan {
  audience: CampaignAudience;
  message: CampaignMessage;
  variants: CampaignVariants;
  timeZone: string;
}

const runningStatuses = statusesBefore('failed');
/** An automation has nothing to send most of the time. */
const hasWork = sql<boolean>`(campaigns.automation IS NULL OR campaigns.waiting > 0)`;

const ownsNothing: Senders['isOurs'] = () => sql<boolean>`false`;

/** The campaigns that are or will be sent, as the sender sees them. Without `isOurs` no test is decided. */
export function createRunningCampaigns(
  db: Kysely<Tables>,
  isOurs: Senders['isOurs'] = ownsNothing,
  clock?: () => number,
) {
  const tests = winnerStore(db, clock);
  const time = (): RawBuilder<Date> => databaseTime(clock);

  return {
    ...planned(db, time),
    ...loading(db),
    ...ending(db, time),
    planDecision: tests.planDecision,
    decide: (
      lease: Lease,
      campaignId: number,
      winner: number,
      scores: readonly { delivered: number; users: number }[],
    ) => tests.decide(isOurs, lease, campaignId, winner, scores),
  };
}

export type RunningCampaigns = ReturnType<typeof createRunningCampaigns>;

function planned(db: Kysely<Tables>, time: () => RawBuilder<Date>) {
  const notAfter = sql<Date>`date_send + (sending->>'not_after_hours')::int * interval '1 hour'`;

  return {
    /** Begins what was planned for now, and gives up what could not begin in time: the bots of these are returned. */
    async beginPlanned(): Promise<string[]> {
      const now = time();
      const plannedCampaigns = db.updateTable('campaigns').where('status', 'in', statusesBefore('due'));
      await plannedCampaigns
        .set({ status: nextStatus('Not_started', 'due') ?? undefined, started_at: now })
        .where('date_send', '<=', now)
        .where(sql<boolean>`${notAfter} >= ${now}`)
        .execute();
      const missed = await db
        .with('ended', () =>
          plannedCampaigns
            .set({ status: nextStatus('Not_started', 'missed') ?? undefined, problem: 'MissedDate' })
            .where(sql<boolean>`${notAfter} < ${now}`)
            .returning(['bot_key', 'campaign_id']),
        )
        .insertInto('campaign_ends')
        .columns(['bot_key', 'campaign_id', 'how'])
        .expression((eb) =>
          eb.selectFrom('ended').select(['bot_key', 'campaign_id', sql<'missed'>`'missed'`.as('how')]),
        )
        .returning('bot_key')
        .execute();
      return [...new Set(missed.map((row) => row.bot_key))];
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
  };
}

function loading(db: Kysely<Tables>) {
  return {
    /** Bots with campaigns to be sent, or with recipients that a dead process has left. */
    async botsWithWork(): Promise<string[]> {
      const rows = await db
        .selectFrom('campaigns')
        .innerJoin('bots', 'bots.key', 'campaigns.bot_key')
        .select('campaigns.bot_key')
        .distinct()
        .where('bots.removed_at', 'is', null)
        .where('bots.owner_deleted_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb('campaigns.status', 'in', runningStatuses).and(hasWork),
            eb(
              'campaigns.campaign_id',
              'in',
              eb.selectFrom('campaign_recipients').select('campaign_id').where('status', '=', 'In_progress'),
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
        .select(['winner', 'decide_at'])
        .select([
          'campaign_id',
          'waiting',
          'prepared_until',
          'paused_until',
          'paused_for',
          'campaigns.started_at',
          'sending',
        ])
        .select(['revision', sql<boolean>`automation IS NOT NULL`.as('is_automation')])
        .where('bot_key', '=', bot)
        .where('campaigns.status', 'in', runningStatuses)
        .where(hasWork)
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
        pausedFor: row.paused_for === '' ? null : row.paused_for,
        startedAt: new Date(row.started_at ?? 0).getTime(),
        decideAt: row.decide_at && new Date(row.decide_at).getTime(),
        winner: row.winner,
        sending: z.parse(CampaignSending, row.sending),
        isAutomation: row.is_automation,
        revision: row.revision,
      }));
    },

    async plan(campaignId: number): Promise<CampaignPlan> {
      const row = await db
        .selectFrom('campaigns')
        .select(['audience', 'message', 'variants', 'time_zone'])
        .where('campaign_id', '=', campaignId)
        .executeTakeFirstOrThrow();
      return {
        audience: z.parse(CampaignAudience, row.audience),
        message: z.parse(CampaignMessage, row.message),
        variants: z.parse(CampaignVariants, row.variants),
        timeZone: row.time_zone,
      };
    },
  };
}

/** Ends and pauses campaigns; each end is a row until someone was notified of it. */
function ending(db: Kysely<Tables>, time: () => RawBuilder<Date>) {
  return {
    /** Ends a campaign when all recipients are written and none waits or is in progress. An automation goes on. */
    async finishSent(campaignId: number): Promise<boolean> {
      const endedCampaigns = await db
        .with('ended', (query) =>
          query
            .updateTable('campaigns')
            .set({ status: 'Done', paused_until: null, finished_at: time() })
            .where('campaign_id', '=', campaignId)
            .where('status', '=', 'In_progress')
            .where('prepared_until', 'is', null)
            .where('automation', 'is', null)
            .where('waiting', '=', 0)
            .returning(['bot_key', 'campaign_id']),
        )
        .insertInto('campaign_ends')
        .columns(['bot_key', 'campaign_id', 'how'])
        .expression((eb) =>
          eb.selectFrom('ended').select(['bot_key', 'campaign_id', sql<'finished'>`'finished'`.as('how')]),
        )
        .returning('campaign_id')
        .execute();
      return endedCampaigns.length > 0;
    },

    /**
     * Fails running campaigns: Telegram rejects the message or the bot; `paused`: an automation lost what it waits for.
     * `problem` is an error code. Ended campaigns do not change.
     */
    async fail(
      campaignIds: readonly number[],
      problem: string,
      description: string,
      endKind: 'failed' | 'paused' = 'failed',
    ): Promise<void> {
      if (campaignIds.length === 0) return;
      const endDescription = description !== '' || endKind === 'paused' ? description : problem;
      await db
        .with('ended', (query) =>
          query
            .updateTable('campaigns')
            .set({ status: 'Error', problem, problem_description: description, paused_until: null })
            .where('campaign_id', 'in', [...campaignIds])
            .where('status', 'in', runningStatuses)
            .returning(['bot_key', 'campaign_id']),
        )
        .insertInto('campaign_ends')
        .columns(['bot_key', 'campaign_id', 'how', 'description'])
        .expression((eb) =>
          eb
            .selectFrom('ended')
            .select(['bot_key', 'campaign_id'])
            .select([
              sql<typeof endKind>`${endKind}::text`.as('how'),
              sql<string>`${endDescription}::text`.as('description'),
            ]),
        )
        .execute();
    },

    /** Telegram does not answer: notifies the accounts concerned of why nothing is sent; they need not act. */
    async notifyOutage(campaignIds: readonly number[]): Promise<void> {
      if (campaignIds.length === 0) return;
      await db
        .insertInto('campaign_ends')
        .columns(['bot_key', 'campaign_id', 'how'])
        .expression((eb) =>
          eb
            .selectFrom('campaigns')
            .select(['bot_key', 'campaign_id', sql<'outage'>`'outage'`.as('how')])
            .where('campaign_id', 'in', [...campaignIds])
            .where('status', 'in', runningStatuses),
        )
        .execute();
    },

    /** Sets the time before which nothing is sent, unix ms; null: it goes on. */
    async pause(campaignId: number, pause: { until: number; reason: PauseReason } | null): Promise<void> {
      await db
        .updateTable('campaigns')
        .set(
          pause === null
            ? { paused_until: null, paused_for: '' }
            : { paused_until: new Date(pause.until), paused_for: pause.reason },
        )
        .where('campaign_id', '=', campaignId)
        .where('status', 'in', runningStatuses)
        .execute();
    },
  };
}
