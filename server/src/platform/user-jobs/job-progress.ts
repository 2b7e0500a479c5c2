import type { Kysely, RawBuilder } from 'kysely';
import { databaseTime } from '../metadata/database-time.ts';
import type { Tables } from '../metadata/tables.ts';
import { type JobEvent, nextState } from './job-states.ts';
import { type StoredJob, toJob } from './stored-job.ts';

/**
 * Condition on a job's row: this process still works on it, by a claim of the row or by the lease of its bot. A process
 * that has lost the job changes no row.
 */
export type Fence = RawBuilder<boolean>;

/** Progress of a job since its position `from`: everything is absolute, so that a repetition changes nothing. */
export interface JobCheckpoint {
  from: number;
  to: number;
  done: number;
  failures: Readonly<Record<string, number>>;
  skipped: number;
}

/** Writes the entry of an end, in the transaction of the end. */
export type RecordJobEnd = (transaction: Kysely<Tables>, job: StoredJob) => Promise<void>;

/** Stores how far jobs have come and how they end, for the process that works on them. Tests give a clock. */
export function createJobProgress(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);
  return {
    async isRunning(fence: Fence, id: number): Promise<boolean> {
      const query = db.selectFrom('user_jobs').select('job_id').where('job_id', '=', id);
      return (await query.where('state', '=', 'running').where(fence).executeTakeFirst()) !== undefined;
    },

    /** Records users as done with, also of a job that was stopped meanwhile. Undefined: another process has it. */
    async checkpoint(
      target: Kysely<Tables>,
      fence: Fence,
      id: number,
      { from, to, done, failures, skipped }: JobCheckpoint,
    ): Promise<StoredJob | undefined> {
      const row = await target
        .updateTable('user_jobs')
        .set({ position: to, done, failures: JSON.stringify(failures), skipped, batch: null, attempts: 0 })
        .where('job_id', '=', id)
        .where('position', '=', from)
        .where(fence)
        .returningAll()
        .executeTakeFirst();
      return row && toJob(row);
    },

    /** Ends a job and clears what it has kept of its users. Undefined if it has ended, or another process has it. */
    end: (
      fence: Fence,
      id: number,
      event: Extract<JobEvent, 'finished' | 'stopped' | 'failed'>,
      {
        problem = '',
        description = '',
        record,
      }: { problem?: string; description?: string; record?: RecordJobEnd } = {},
    ): Promise<StoredJob | undefined> =>
      db.transaction().execute(async (transaction) => {
        const query = transaction.selectFrom('user_jobs').selectAll().where('job_id', '=', id);
        const ownRow = await query.where(fence).forUpdate().executeTakeFirst();
        const ownJob = ownRow && toJob(ownRow);
        const state = ownJob && nextState(ownJob.state, event);
        if (!state) return undefined;
        // Users whose data were erased meanwhile are not missed.
        const total = event === 'finished' ? ownJob.done + ownJob.failed + ownJob.skipped : ownJob.total;
        const clearedColumns = { members: null, batch: null, claimed_by: null, claimed_until: null };
        const row = await transaction
          .updateTable('user_jobs')
          .set({
            ...clearedColumns,
            state,
            problem,
            problem_description: description,
            total,
            ended_at: time(),
            turn_at: time(),
          })
          .where('job_id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const job = toJob(row);
        await record?.(transaction, job);
        return job;
      }),
  };
}
