import { undoHours, userJobActions } from '@botscope/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseTime, timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import { statesBefore } from '../../platform/user-jobs/job-states.ts';

/** Value that a user had before, for an undo. */
export interface KeptValue {
  userId: number;
  /** Null: nothing. */
  value: unknown;
}

/** Days for which jobs are listed. */
const keptDays = 90;

/** Values that users had before jobs. Tests give a clock. */
export function createUndoStore(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);
  const undoable = () => timeAfter(time(), -undoHours * hourMs);
  const keptRows = (id: number) => db.selectFrom('user_job_undo').where('job_id', '=', id);

  return {
    async keep(transaction: Transaction<Tables>, jobId: number, version: number, values: readonly KeptValue[]) {
      const rows = values.map(({ userId, value }) => ({
        job_id: jobId,
        user_id: userId,
        value: value === null ? null : JSON.stringify(value),
        version,
      }));
      if (rows.length > 0) await transaction.insertInto('user_job_undo').values(rows).execute();
    },

    /** Users whose earlier values a job keeps, rising, after one of them. */
    async loadUsers(id: number, after: number): Promise<number[]> {
      const rows = await keptRows(id).select('user_id').where('user_id', '>', after).orderBy('user_id').execute();
      return rows.map((row) => Number(row.user_id));
    },

    async loadValues(id: number, users: readonly number[]) {
      const rows = await keptRows(id)
        .select(['user_id', 'value', 'version'])
        .where('user_id', 'in', [...users])
        .execute();
      return new Map(rows.map(({ user_id, value, version }) => [Number(user_id), { value, version: Number(version) }]));
    },

    /** Counts the users whose values are kept for a job. */
    async count(id: number): Promise<number> {
      const { users } = await keptRows(id).select(sql<number>`count(*)::int`.as('users')).executeTakeFirstOrThrow();
      return users;
    },

    /** Selects the jobs whose values can be restored: they have ended, lately, and nobody has begun to. */
    async undoable(bot: string, ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const { rows } = await sql<{ job_id: number | string }>`
        SELECT job_id FROM user_jobs AS job
        WHERE bot_key = ${bot} AND job_id IN (${sql.join(ids)}) AND ended_at > ${undoable()}
          AND EXISTS (SELECT FROM user_job_undo WHERE job_id = job.job_id)
          AND NOT EXISTS (SELECT FROM user_jobs WHERE undo_of = job.job_id)`.execute(db);
      return new Set(rows.map((row) => Number(row.job_id)));
    },

    /**
     * Forgets values that cannot be restored any more, and old jobs. Those that a job is restoring stay until it ends.
     * @returns how many of each
     */
    async forgetOld(): Promise<{ values: number; jobs: number }> {
      const values = await sql`
        DELETE FROM user_job_undo AS kept USING user_jobs AS job
        WHERE job.job_id = kept.job_id AND job.ended_at <= ${undoable()} AND NOT EXISTS (
          SELECT FROM user_jobs WHERE undo_of = job.job_id AND state IN (${sql.join(statesBefore('claimed'))})
        )`.execute(db);
      const jobs = await db
        .deleteFrom('user_jobs')
        .where('action', 'in', userJobActions)
        .where('ended_at', '<', timeAfter(time(), -keptDays * 24 * hourMs))
        .executeTakeFirst();
      return { values: Number(values.numAffectedRows), jobs: Number(jobs.numDeletedRows) };
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

export type UndoStore = ReturnType<typeof createUndoStore>;
