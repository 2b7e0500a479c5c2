import {
  CampaignMessage,
  messageLimits,
  type SentMessageAction,
  type SentMessageJob,
  type SentMessageReason,
} from '@botscope/contract';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/errors.ts';
import { databaseTime, timeAfter } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { jobStatusesBefore, nextJobStatus, statusesBefore } from '../../campaign-engine/campaign-engine.ts';

/** A job as pages show it, but for the name of its author. */
export type StoredJob = Omit<SentMessageJob, 'created_by' | 'can_resume'> & { createdBy: string | null };

const mostJobs = 50;
/** A message can be worked on: nobody sends the campaign meanwhile. */
const quietStatuses = [...statusesBefore('repeated'), ...statusesBefore('resumed')];

/** Jobs on the delivered messages of campaigns, as those who start them see them. Tests give a clock. */
export function createJobStore(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);

  return {
    /** Counts what can be done with a campaign's messages now. */
    async counts(campaignId: number) {
      const row = await selectMessages(db, campaignId)
        .select([
          sql<number>`(count(*) FILTER (WHERE deleted_at IS NULL))::int`.as('editable'),
          sql<number>`(count(*) FILTER (WHERE deleted_at IS NULL AND finished_at > ${youngest(time())}))::int`.as(
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

    /** The newest first. */
    async all(campaignId: number): Promise<StoredJob[]> {
      const rows = await db
        .selectFrom('campaign_jobs')
        .selectAll()
        .where('campaign_id', '=', campaignId)
        .orderBy('job_id', 'desc')
        .limit(mostJobs)
        .execute();
      return rows.map(toJob);
    },

    /**
     * Begins one. An edit is the campaign's message from now on, so that users who get it later get the same.
     * @throws AppError CampaignRunning, JobRunning, NoRecipients
     */
    begin: (
      campaignId: number,
      action: SentMessageAction,
      author: string,
      change?: { before: CampaignMessage; after: CampaignMessage },
    ): Promise<StoredJob> =>
      db.transaction().execute((transaction) => beginJob(transaction, { campaignId, action, author, change }, time())),

    /** Undefined where it cannot happen: it has ended, or (for a resumption) another job was begun since. */
    async happen(campaignId: number, jobId: number, event: 'stopped' | 'resumed'): Promise<StoredJob | undefined> {
      for (const before of jobStatusesBefore(event)) {
        const status = nextJobStatus(before, event);
        if (status === null) continue;
        const row = await db
          .updateTable('campaign_jobs')
          .set({ status, problem: '', problem_description: '' })
          .where('campaign_id', '=', campaignId)
          .where('job_id', '=', jobId)
          .where('status', '=', before)
          .$if(event === 'resumed', (query) =>
            query.where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('campaign_jobs as later')
                    .select('later.job_id')
                    .where('later.campaign_id', '=', campaignId)
                    .where('later.job_id', '>', jobId),
                ),
              ),
            ),
          )
          .returningAll()
          .executeTakeFirst();
        if (row !== undefined) return toJob(row);
      }
      return undefined;
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;

/** Recipients who have a message of the campaign, as far as Telegram says. */
const selectMessages = (db: Kysely<Tables>, campaignId: number) =>
  db
    .selectFrom('campaign_recipients')
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'Done')
    .where('message_id', 'is not', null);

const youngest = (now: RawBuilder<Date>) => timeAfter(now, -messageLimits.deletable);

async function countMessages(
  transaction: Transaction<Tables>,
  campaignId: number,
  action: SentMessageAction,
  now: RawBuilder<Date>,
): Promise<number> {
  const { messages } = await selectMessages(transaction, campaignId)
    .select(sql<number>`count(*)::int`.as('messages'))
    .where('deleted_at', 'is', null)
    .$if(action === 'delete', (query) => query.where('finished_at', '>', youngest(now)))
    .executeTakeFirstOrThrow();
  return messages;
}

async function beginJob(
  transaction: Transaction<Tables>,
  {
    campaignId,
    action,
    author,
    change,
  }: {
    campaignId: number;
    action: SentMessageAction;
    author: string;
    change: { before: CampaignMessage; after: CampaignMessage } | undefined;
  },
  now: RawBuilder<Date>,
): Promise<StoredJob> {
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
  const runningJob = await transaction
    .selectFrom('campaign_jobs')
    .select('job_id')
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'Running')
    .executeTakeFirst();
  if (runningJob !== undefined) throw new AppError('JobRunning');
  const total = await countMessages(transaction, campaignId, action, now);
  if (total === 0) throw new AppError('NoRecipients');
  if (change !== undefined) {
    await transaction
      .updateTable('campaigns')
      .set({
        message: JSON.stringify(change.after),
        revision: sql<number>`revision + 1`,
        updated_by: author,
        updated_at: now,
      })
      .where('campaign_id', '=', campaignId)
      .execute();
  }
  const row = await transaction
    .insertInto('campaign_jobs')
    .values({
      campaign_id: campaignId,
      action,
      total,
      created_by: author,
      created_at: now,
      message: change === undefined ? null : JSON.stringify(change.after),
      previous_message: change === undefined ? null : JSON.stringify(change.before),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toJob(row);
}

function toJob(row: Selectable<Tables['campaign_jobs']>): StoredJob {
  const failures = Object.entries(row.failures)
    .map(([reason, count]) => ({ reason: reason as SentMessageReason, count }))
    .sort((one, other) => other.count - one.count);
  const failedCount = failures.reduce((sum, { count }) => sum + count, 0);
  const parseMessage = (json: unknown) => (json === null ? null : z.parse(CampaignMessage, json));
  return {
    job_id: row.job_id,
    action: row.action,
    status: row.status,
    problem: row.problem,
    problem_description: row.problem_description,
    total: row.total,
    done: row.done,
    failed: failedCount,
    failures,
    remaining: Math.max(0, row.total - row.done - failedCount),
    previous: parseMessage(row.previous_message),
    message: parseMessage(row.message),
    createdBy: row.created_by,
    date_create: new Date(row.created_at).toISOString(),
    date_finish: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  };
}
