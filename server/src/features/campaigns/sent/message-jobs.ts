import {
  CampaignMessage,
  messageLimits,
  type SentMessageAction,
  type SentMessageJob,
  type SentMessageJobStatus,
  type SentMessageReason,
  sentMessageActions,
  type UserJobState,
} from '@botscope/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/errors.ts';
import { databaseTime, timeAfter, toIso } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { nextState } from '../../../platform/user-jobs/job-states.ts';
import { createJobStore, type JobLimit } from '../../../platform/user-jobs/job-store.ts';
import type { StoredJob } from '../../../platform/user-jobs/stored-job.ts';
import { statusesBefore } from '../../campaign-engine/campaign-engine.ts';

/** The message as it becomes and as it was, of an edit. */
const MessageJobParams = z.object({
  message: z._default(z.nullable(CampaignMessage), null),
  previous: z._default(z.nullable(CampaignMessage), null),
});

const statuses: Readonly<Record<UserJobState, SentMessageJobStatus>> = {
  waiting: 'Running',
  running: 'Running',
  stopping: 'Stopped',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Error',
};

const limitOf = (campaignId: number): JobLimit => ({
  limit: 1,
  code: 'JobRunning',
  lock: (transaction) => assertQuiet(transaction, campaignId),
});
/** A message can be worked on: nobody sends the campaign meanwhile. */
const quietStatuses = [...statusesBefore('repeated'), ...statusesBefore('resumed')];

/** Jobs on the delivered messages of campaigns, as those who start them see them. */
export function createMessageJobs(db: Kysely<Tables>) {
  const jobs = createJobStore(db);

  return {
    /** Counts what can be done with a campaign's messages now. */
    async counts(campaignId: number) {
      const row = await selectMessages(db, campaignId)
        .select([
          sql<number>`(count(*) FILTER (WHERE deleted_at IS NULL))::int`.as('editable'),
          sql<number>`(count(*) FILTER (WHERE deleted_at IS NULL AND finished_at > ${youngest()}))::int`.as(
            'deletable',
          ),
          sql<Date | null>`max(finished_at) FILTER (WHERE deleted_at IS NULL)`.as('newest'),
          sql<number>`count(deleted_at)::int`.as('deleted'),
        ])
        .executeTakeFirstOrThrow();
      const until = row.newest === null ? null : new Date(new Date(row.newest).getTime() + messageLimits.deletable);
      return {
        editable: row.editable,
        deletable: row.deletable,
        deleted: row.deleted,
        deletable_until: row.deletable === 0 ? null : (until?.toISOString() ?? null),
      };
    },

    /**
     * Begins one. An edit is the campaign's message from now on, so that users who get it later get the same.
     * @throws AppError CampaignRunning, JobRunning, NoRecipients
     */
    async begin(
      { bot, campaignId }: { bot: string; campaignId: number },
      action: SentMessageAction,
      author: string,
      change?: { previous: CampaignMessage; message: CampaignMessage },
    ): Promise<StoredJob> {
      const job = await jobs.insert({ bot, campaignId }, limitOf(campaignId), async (transaction) => {
        const total = await countMessages(transaction, campaignId, action);
        if (total === 0) throw new AppError('NoRecipients');
        if (change !== undefined) {
          await transaction
            .updateTable('campaigns')
            .set({ message: JSON.stringify(change.message), revision: sql<number>`revision + 1` })
            .set({ updated_by: author, updated_at: databaseTime() })
            .where('campaign_id', '=', campaignId)
            .execute();
        }
        // The process that sends the bot's campaigns works on it; nobody claims it.
        return { action, params: change ?? {}, state: 'running', total, accountKey: author };
      });
      if (job === undefined) throw new AppError('JobRunning');
      return job;
    },
  };
}

/** Recipients who have a message of the campaign, as far as Telegram says. */
const selectMessages = (db: Kysely<Tables>, campaignId: number) =>
  db
    .selectFrom('campaign_recipients')
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'Done')
    .where('message_id', 'is not', null);

const youngest = () => timeAfter(databaseTime(), -messageLimits.deletable);

async function countMessages(
  transaction: Transaction<Tables>,
  campaignId: number,
  action: SentMessageAction,
): Promise<number> {
  const { messages } = await selectMessages(transaction, campaignId)
    .select(sql<number>`count(*)::int`.as('messages'))
    .where('deleted_at', 'is', null)
    .$if(action === 'delete', (query) => query.where('finished_at', '>', youngest()))
    .executeTakeFirstOrThrow();
  return messages;
}

/** Locks the campaign. @throws AppError CampaignRunning while it is sent */
async function assertQuiet(transaction: Transaction<Tables>, campaignId: number): Promise<void> {
  const campaign = await transaction
    .selectFrom('campaigns')
    .select('status')
    .where('campaign_id', '=', campaignId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // A message on its way is the old one, and belongs to no job.
  const underway = await transaction
    .selectFrom('campaign_recipients')
    .select('user_id')
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'In_progress')
    .limit(1)
    .executeTakeFirst();
  if (!quietStatuses.includes(campaign.status) || underway !== undefined) throw new AppError('CampaignRunning');
}

export function presentMessageJob(job: StoredJob, createdBy: string, isNewest: boolean): SentMessageJob {
  return {
    job_id: job.id,
    action: z.parse(z.enum(sentMessageActions), job.action),
    status: statuses[job.state],
    problem: job.problem,
    problem_description: job.problemDescription,
    total: job.total,
    done: job.done,
    failed: job.failed,
    failures: Object.entries(job.failures)
      .map(([reason, count]) => ({ reason: reason as SentMessageReason, count }))
      .sort((one, other) => other.count - one.count),
    remaining: Math.max(0, job.total - job.done - job.failed),
    ...z.parse(MessageJobParams, job.params),
    can_resume: isNewest && nextState(job.state, 'resumed') !== null,
    created_by: createdBy,
    date_create: job.createdAt.toISOString(),
    date_finish: job.state === 'done' ? toIso(job.endedAt) : null,
  };
}
