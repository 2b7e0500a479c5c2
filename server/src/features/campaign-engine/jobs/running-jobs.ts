import {
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  messageLimits,
  type SentMessageAction,
} from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { databaseTime, timeAfter } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { jobStatusesBefore, nextJobStatus } from '../campaign-states.ts';
import type { Lease, Senders } from '../senders.ts';

/** A job that is to be worked on. Moments are unix ms. */
export interface RunningJob {
  jobId: number;
  campaignId: number;
  action: SentMessageAction;
  /** Messages of users up to this id are done with. */
  position: number;
  done: number;
  failures: Readonly<Record<string, number>>;
  /** New message of an edit; the campaign's for other actions. */
  message: CampaignMessage;
  sending: CampaignSending;
  audience: CampaignAudience;
  createdAt: number;
}

/** A message that a recipient has. */
export interface SentMessage {
  userId: number;
  messageId: number;
  /** Ids of the further messages of an album. */
  moreIds: readonly number[];
  sentAt: number;
}

/** Progress of a job since its last checkpoint: everything is absolute, so that a repetition changes nothing. */
export interface Checkpoint {
  from: number;
  to: number;
  done: number;
  failures: Readonly<Record<string, number>>;
  /** Users whose message was deleted. */
  deleted: readonly number[];
}

/** Jobs on delivered messages, as the holder of the bot's lease sees them. */
export const createRunningJobs = (db: Kysely<Tables>, isOurs: Senders['isOurs'], clock?: () => number) => ({
  ...loading(db),
  ...advancing(db, isOurs, clock),
});

export type RunningJobs = ReturnType<typeof createRunningJobs>;

function loading(db: Kysely<Tables>) {
  const selectRunning = () =>
    db
      .selectFrom('campaign_jobs as job')
      .innerJoin('campaigns', 'campaigns.campaign_id', 'job.campaign_id')
      .innerJoin('bots', 'bots.key', 'campaigns.bot_key')
      .where('job.status', '=', 'Running')
      .where('bots.removed_at', 'is', null)
      .where('bots.owner_deleted_at', 'is', null);

  return {
    async botsWithWork(): Promise<string[]> {
      return (await selectRunning().select('campaigns.bot_key').distinct().execute()).map(({ bot_key }) => bot_key);
    },

    async ofBot(bot: string): Promise<RunningJob[]> {
      const rows = await selectRunning()
        .select(['job.job_id', 'job.campaign_id', 'job.action', 'job.position', 'job.done', 'job.failures'])
        .select(['job.created_at', 'campaigns.sending', 'campaigns.audience'])
        .select(sql`coalesce(job.message, campaigns.message)`.as('message'))
        .where('campaigns.bot_key', '=', bot)
        .orderBy('job.job_id')
        .execute();
      return rows.map((row) => ({
        jobId: row.job_id,
        campaignId: row.campaign_id,
        action: row.action,
        position: Number(row.position),
        done: row.done,
        failures: row.failures,
        message: z.parse(CampaignMessage, row.message),
        sending: z.parse(CampaignSending, row.sending),
        audience: z.parse(CampaignAudience, row.audience),
        createdAt: new Date(row.created_at).getTime(),
      }));
    },

    /** Messages that were there when the job began, in the order of the users' ids after one of them. */
    async messages(
      { campaignId, action, createdAt }: RunningJob,
      after: number,
      limit: number,
    ): Promise<SentMessage[]> {
      const createdDate = new Date(createdAt);
      const rows = await db
        .selectFrom('campaign_recipients')
        .select(['user_id', 'message_id', 'more_message_ids', 'finished_at'])
        .where('campaign_id', '=', campaignId)
        .where('user_id', '>', after)
        .where('status', '=', 'Done')
        .where('message_id', 'is not', null)
        .where('deleted_at', 'is', null)
        // Stored moments have microseconds, and those that were read have none.
        .where(sql<boolean>`finished_at <= ${createdDate}::timestamptz + interval '1 millisecond'`)
        .$if(action === 'delete', (query) =>
          query.where('finished_at', '>', timeAfter(sql<Date>`${createdDate}::timestamptz`, -messageLimits.deletable)),
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
  const time = () => databaseTime(clock);
  const isHolder = (lease: Lease) => sql<boolean>`EXISTS (SELECT FROM campaign_senders WHERE ${isOurs(lease)})`;

  return {
    /** Asked before each batch of calls: false once it was stopped, or another process has the lease. */
    async mayGoOn(lease: Lease, jobId: number): Promise<boolean> {
      const query = db.selectFrom('campaign_jobs').select('job_id').where('job_id', '=', jobId);
      return (await query.where('status', '=', 'Running').where(isHolder(lease)).executeTakeFirst()) !== undefined;
    },

    /** Stores how far a job has come. False: another holder of the lease has gone on from an earlier place. */
    async checkpoint(lease: Lease, jobId: number, { from, to, done, failures, deleted }: Checkpoint): Promise<boolean> {
      const { rows } = await sql`
        WITH job AS (
          UPDATE campaign_jobs SET position = ${to}, done = ${done}, failures = ${JSON.stringify(failures)}::jsonb
          WHERE job_id = ${jobId} AND position = ${from}::bigint AND ${isHolder(lease)}
          RETURNING campaign_id
        ), gone AS (
          UPDATE campaign_recipients AS recipient SET deleted_at = ${time()}
          FROM job WHERE recipient.campaign_id = job.campaign_id
            AND recipient.user_id IN (SELECT id::bigint FROM jsonb_array_elements_text(${JSON.stringify(deleted)}::jsonb) AS id)
        )
        SELECT campaign_id FROM job`.execute(db);
      return rows.length > 0;
    },

    /** No message is left; users whose data were erased meanwhile are not missed. */
    async finish(lease: Lease, jobId: number): Promise<void> {
      const failedCountSql = sql`(SELECT coalesce(sum(value::int), 0) FROM jsonb_each_text(failures))`;
      await db
        .updateTable('campaign_jobs')
        .set({
          status: nextJobStatus('Running', 'finished') ?? undefined,
          finished_at: time(),
          total: sql<number>`(done + ${failedCountSql})::int`,
        })
        .where('job_id', '=', jobId)
        .where('status', 'in', jobStatusesBefore('finished'))
        .where(isHolder(lease))
        .execute();
    },

    /** Telegram refuses it, or its bot. `problem`: an error code. */
    async fail(jobIds: readonly number[], problem: string, description: string): Promise<void> {
      if (jobIds.length === 0) return;
      await db
        .updateTable('campaign_jobs')
        .set({ status: nextJobStatus('Running', 'failed') ?? undefined, problem, problem_description: description })
        .where('job_id', 'in', [...jobIds])
        .where('status', 'in', jobStatusesBefore('failed'))
        .execute();
    },
  };
}
