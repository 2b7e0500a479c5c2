import {
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  messageLimits,
  type SentMessageAction,
  sentMessageActions,
} from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { databaseTime, timeAfter } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { createJobProgress, type JobCheckpoint } from '../../../platform/user-jobs/job-progress.ts';
import { type StoredJob, toJob } from '../../../platform/user-jobs/stored-job.ts';
import type { Lease, Senders } from '../senders.ts';

/** A job that is to be worked on. */
export interface RunningJob extends StoredJob {
  campaignId: number;
  action: SentMessageAction;
  /** New message of an edit; the campaign's for other actions. */
  message: CampaignMessage;
  sending: CampaignSending;
  audience: CampaignAudience;
}

/** A message that a recipient has. */
export interface SentMessage {
  userId: number;
  messageId: number;
  /** Ids of the further messages of an album. */
  moreIds: readonly number[];
  sentAt: number;
}

/** Progress of a job, and the users whose message was deleted since its last checkpoint. */
export type Checkpoint = Omit<JobCheckpoint, 'skipped'> & { deleted: readonly number[] };

/** Jobs on delivered messages, as the holder of the bot's lease sees them. */
export const createRunningJobs = (db: Kysely<Tables>, isOurs: Senders['isOurs'], clock?: () => number) => ({
  ...loading(db),
  ...advancing(db, isOurs, clock),
});

export type RunningJobs = ReturnType<typeof createRunningJobs>;

function loading(db: Kysely<Tables>) {
  const selectRunning = () =>
    db
      .selectFrom('user_jobs as job')
      .innerJoin('campaigns', 'campaigns.campaign_id', 'job.campaign_id')
      .innerJoin('bots', 'bots.key', 'job.bot_key')
      .where('job.state', '=', 'running')
      .where('bots.removed_at', 'is', null)
      .where('bots.owner_deleted_at', 'is', null);

  return {
    async botsWithWork(): Promise<string[]> {
      return (await selectRunning().select('job.bot_key').distinct().execute()).map(({ bot_key }) => bot_key);
    },

    async ofBot(bot: string): Promise<RunningJob[]> {
      const rows = await selectRunning()
        .selectAll('job')
        .select(['campaigns.campaign_id', 'campaigns.sending', 'campaigns.audience'])
        .select(sql`coalesce(job.params -> 'message', campaigns.message)`.as('message'))
        .where('job.bot_key', '=', bot)
        .orderBy('job.job_id')
        .execute();
      return rows.map((row) => ({
        ...toJob(row),
        campaignId: row.campaign_id,
        action: z.parse(z.enum(sentMessageActions), row.action),
        message: z.parse(CampaignMessage, row.message),
        sending: z.parse(CampaignSending, row.sending),
        audience: z.parse(CampaignAudience, row.audience),
      }));
    },

    /** Messages that were there when the job began, in the order of the users' ids after one of them. */
    async messages(
      { campaignId, action, createdAt }: RunningJob,
      after: number,
      limit: number,
    ): Promise<SentMessage[]> {
      const rows = await db
        .selectFrom('campaign_recipients')
        .select(['user_id', 'message_id', 'more_message_ids', 'finished_at'])
        .where('campaign_id', '=', campaignId)
        .where('user_id', '>', after)
        .where('status', '=', 'Done')
        .where('message_id', 'is not', null)
        .where('deleted_at', 'is', null)
        // Stored moments have microseconds, and those that were read have none.
        .where(sql<boolean>`finished_at <= ${createdAt}::timestamptz + interval '1 millisecond'`)
        .$if(action === 'delete', (query) =>
          query.where('finished_at', '>', timeAfter(sql<Date>`${createdAt}::timestamptz`, -messageLimits.deletable)),
        )
        .orderBy('user_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        userId: Number(row.user_id),
        messageId: Number(row.message_id),
        moreIds: (row.more_message_ids ?? []).map(Number),
        sentAt: new Date(row.finished_at ?? 0).getTime(),
      }));
    },
  };
}

function advancing(db: Kysely<Tables>, isOurs: Senders['isOurs'], clock?: () => number) {
  const progress = createJobProgress(db, clock);
  const isHolder = (lease: Lease) => sql<boolean>`EXISTS (SELECT FROM campaign_senders WHERE ${isOurs(lease)})`;

  return {
    /** Asked before each batch of calls: false once it was stopped, or another process has the lease. */
    mayGoOn: (lease: Lease, jobId: number): Promise<boolean> => progress.isRunning(isHolder(lease), jobId),

    /** Stores how far a job has come. False: another holder of the lease has gone on from an earlier place. */
    checkpoint: (lease: Lease, jobId: number, { deleted, ...change }: Checkpoint): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const job = await progress.checkpoint(transaction, isHolder(lease), jobId, { ...change, skipped: 0 });
        if (job === undefined) return false;
        if (deleted.length > 0) {
          await transaction
            .updateTable('campaign_recipients')
            .set({ deleted_at: databaseTime(clock) })
            .where('campaign_id', '=', job.campaignId)
            .where('user_id', 'in', [...deleted])
            .execute();
        }
        return true;
      }),

    /** No message is left. */
    async finish(lease: Lease, jobId: number): Promise<void> {
      await progress.end(isHolder(lease), jobId, 'finished');
    },

    /** Telegram refuses it, or its bot. `problem`: an error code. */
    async fail(lease: Lease, jobIds: readonly number[], problem: string, description: string): Promise<void> {
      for (const id of jobIds) await progress.end(isHolder(lease), id, 'failed', { problem, description });
    },
  };
}
