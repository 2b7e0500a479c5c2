import type { SegmentMembers, UserJobState } from '@botscope/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../errors.ts';
import { databaseTime } from '../metadata/database-time.ts';
import type { Tables } from '../metadata/tables.ts';
import { type JobEvent, stateAfter, statesBefore } from './job-states.ts';
import { type StoredJob, toJob } from './stored-job.ts';

/** Jobs that are listed together and limit each other: those on users of a bot, or on the messages of a campaign. */
export interface JobScope {
  bot: string;
  /** Null: users of the bot. */
  campaignId: number | null;
}

export interface NewJob {
  action: string;
  params: object;
  members?: SegmentMembers | null;
  undoOf?: number | null;
  /** `running` where no process has to claim the job. */
  state?: UserJobState;
  total: number;
  accountKey: string | null;
}

export interface JobLimit {
  limit: number;
  code: 'TooManyJobs' | 'JobRunning';
  /** Locks what all who insert into the scope lock, so that jobs are counted by one at a time. */
  lock(transaction: Transaction<Tables>): Promise<void>;
}

const maxListLength = 50;

/** The rows of `user_jobs`, as those who start and stop jobs see them. Tests give a clock. */
export function createJobStore(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);
  const jobsOf = (target: Kysely<Tables>, { bot, campaignId }: JobScope) =>
    target
      .selectFrom('user_jobs')
      .selectAll()
      .where('bot_key', '=', bot)
      .where('campaign_id', campaignId === null ? 'is' : '=', campaignId);

  return {
    /** The latest first. */
    async latest(scope: JobScope): Promise<StoredJob[]> {
      return (await jobsOf(db, scope).orderBy('job_id', 'desc').limit(maxListLength).execute()).map(toJob);
    },

    async find(scope: JobScope, id: number): Promise<StoredJob | undefined> {
      const row = await jobsOf(db, scope).where('job_id', '=', id).executeTakeFirst();
      return row && toJob(row);
    },

    /**
     * Inserts the job that `prepare` returns. Undefined: what it would undo is undone already.
     * @throws AppError of `lock` and `prepare`; `code` if the scope has `limit` unfinished jobs
     */
    insert: (
      scope: JobScope,
      { limit, code, lock }: JobLimit,
      prepare: (transaction: Transaction<Tables>) => Promise<NewJob>,
    ): Promise<StoredJob | undefined> =>
      db.transaction().execute(async (transaction) => {
        await lock(transaction);
        const unfinished = jobsOf(transaction, scope).where('state', 'in', statesBefore('claimed'));
        if ((await unfinished.clearSelect().select('job_id').execute()).length >= limit) throw new AppError(code);
        const { params, members = null, undoOf = null, accountKey, ...job } = await prepare(transaction);
        const row = await transaction
          .insertInto('user_jobs')
          .values({
            ...job,
            bot_key: scope.bot,
            campaign_id: scope.campaignId,
            params: JSON.stringify(params),
            members: members === null ? null : JSON.stringify(members),
            undo_of: undoOf,
            account_key: accountKey,
            created_at: time(),
            not_before: time(),
          })
          .onConflict((conflict) => conflict.column('undo_of').doNothing())
          .returningAll()
          .executeTakeFirst();
        return row && toJob(row);
      }),

    /** Undefined where it cannot happen: it has ended, or (for a resumption) a later job of its campaign exists. */
    async apply(
      { bot, campaignId }: JobScope,
      id: number,
      event: Extract<JobEvent, 'stop_requested' | 'stopped' | 'resumed'>,
    ): Promise<StoredJob | undefined> {
      const isEnded = sql`${stateAfter(event)} = 'stopped'`;
      const isNewest = sql<boolean>`NOT EXISTS (
        SELECT FROM user_jobs WHERE campaign_id = ${campaignId} AND job_id > ${id}
      )`;
      const row = await db
        .updateTable('user_jobs')
        .set({
          state: stateAfter(event),
          ended_at: sql<Date | null>`CASE WHEN ${isEnded} THEN ${time()} END`,
          members: sql<string | null>`CASE WHEN NOT ${isEnded} THEN members END`,
          problem: '',
          problem_description: '',
        })
        .where('bot_key', '=', bot)
        .where('campaign_id', campaignId === null ? 'is' : '=', campaignId)
        .where('job_id', '=', id)
        .where('state', 'in', statesBefore(event))
        .$if(event === 'resumed', (query) => query.where(isNewest))
        .returningAll()
        .executeTakeFirst();
      return row && toJob(row);
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
