import {
  type FieldValue,
  mostUnfinishedJobs,
  type SegmentMembers,
  type UserJobAction,
  undoHours,
} from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { databaseTime, timeAfter } from '../../platform/metadata/database-time.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import { nextState, statesBefore } from './job-states.ts';
import { type StoredJob, toJob } from './stored-job.ts';

export interface NewJob {
  action: UserJobAction;
  field?: string;
  value?: FieldValue | null;
  undoOf?: number;
  members: SegmentMembers | null;
  timeZone: string;
  total: number;
  keepsUndo: boolean;
  accountKey: string | null;
}

const mostListed = 50;
/** Days for which jobs are listed. */
const keptDays = 90;

/** The rows of `user_jobs`, as those who start and stop jobs see them. Tests give a clock. */
export function createJobStore(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);
  const jobs = (bot: string) => db.selectFrom('user_jobs').selectAll().where('bot_key', '=', bot);
  const undoable = () => timeAfter(time(), -undoHours * hourMs);

  return {
    /** @throws AppError TooManyJobs; NothingToUndo for a job that was undone already */
    insert: (bot: string, { value = null, undoOf, ...job }: NewJob): Promise<StoredJob> =>
      db.transaction().execute(async (transaction) => {
        await lockBot(transaction, bot);
        const unfinished = await transaction
          .selectFrom('user_jobs')
          .select('job_id')
          .where('bot_key', '=', bot)
          .where('state', 'in', statesBefore('taken'))
          .execute();
        if (unfinished.length >= mostUnfinishedJobs) throw new AppError('TooManyJobs');
        const row = await transaction
          .insertInto('user_jobs')
          .values({
            bot_key: bot,
            action: job.action,
            ...(job.field !== undefined && { field: job.field }),
            value: value === null ? null : JSON.stringify(value),
            ...(undoOf !== undefined && { undo_of: undoOf }),
            members: job.members === null ? null : JSON.stringify(job.members),
            time_zone: job.timeZone,
            total: job.total,
            keeps_undo: job.keepsUndo,
            account_key: job.accountKey,
            created_at: time(),
            not_before: time(),
          })
          .onConflict((conflict) => conflict.column('undo_of').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) throw new AppError('NothingToUndo');
        return toJob(row);
      }),

    /** The latest first. */
    async latest(bot: string): Promise<StoredJob[]> {
      return (await jobs(bot).orderBy('job_id', 'desc').limit(mostListed).execute()).map(toJob);
    },

    async one(bot: string, id: number): Promise<StoredJob | undefined> {
      const row = await jobs(bot).where('job_id', '=', id).executeTakeFirst();
      return row && toJob(row);
    },

    /** It waits: it has stopped. It runs: it will. It has ended: it stays as it is. */
    async requestStop(bot: string, id: number): Promise<void> {
      for (const state of statesBefore('stop_requested')) {
        const to = nextState(state, 'stop_requested');
        if (to === null) continue;
        await db
          .updateTable('user_jobs')
          .set({ state: to, ...(to === 'stopped' && { ended_at: time(), members: null }) })
          .where('bot_key', '=', bot)
          .where('job_id', '=', id)
          .where('state', '=', state)
          .execute();
      }
    },

    /** Selects the jobs whose values can be restored: they have ended, lately, and nobody has begun to. */
    async undoable(bot: string, ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('user_jobs as job')
        .select('job.job_id')
        .where('job.bot_key', '=', bot)
        .where('job.job_id', 'in', [...ids])
        .where('job.keeps_undo', '=', true)
        .where('job.ended_at', '>', undoable())
        .where((eb) =>
          eb.exists(
            eb.selectFrom('user_job_undo').select('user_id').whereRef('user_job_undo.job_id', '=', 'job.job_id'),
          ),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb.selectFrom('user_jobs as undo').select('undo.job_id').whereRef('undo.undo_of', '=', 'job.job_id'),
            ),
          ),
        )
        .execute();
      return new Set(rows.map((row) => Number(row.job_id)));
    },

    /** Counts the users whose values are kept for a job. */
    async keptValues(id: number): Promise<number> {
      const { users } = await db
        .selectFrom('user_job_undo')
        .select(sql<number>`count(*)::int`.as('users'))
        .where('job_id', '=', id)
        .executeTakeFirstOrThrow();
      return users;
    },

    /**
     * Forgets values that cannot be restored any more, and old jobs. Those that a job is restoring stay until it ends.
     * @returns how many of each
     */
    async forgetOld(): Promise<{ values: number; jobs: number }> {
      const values = await db
        .deleteFrom('user_job_undo')
        .using('user_jobs as job')
        .whereRef('job.job_id', '=', 'user_job_undo.job_id')
        .where('job.ended_at', '<=', undoable())
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('user_jobs as undo')
                .select('undo.job_id')
                .whereRef('undo.undo_of', '=', 'job.job_id')
                .where('undo.state', 'in', statesBefore('taken')),
            ),
          ),
        )
        .executeTakeFirst();
      const jobs = await db
        .deleteFrom('user_jobs')
        .where('ended_at', '<', timeAfter(time(), -keptDays * 24 * hourMs))
        .executeTakeFirst();
      return { values: Number(values.numDeletedRows), jobs: Number(jobs.numDeletedRows) };
    },

    /** Deletes what erased users had before jobs. @returns how many rows */
    async erase(bot: string, userIds: readonly number[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('user_job_undo')
        .using('user_jobs as job')
        .whereRef('job.job_id', '=', 'user_job_undo.job_id')
        .where('job.bot_key', '=', bot)
        .where('user_job_undo.user_id', 'in', [...userIds])
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
