import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely';
import { type Claims, createClaims } from '../claims/claims.ts';
import { hasCome, timeAfter } from '../metadata/database-time.ts';
import type { Tables } from '../metadata/tables.ts';
import { hourMs } from '../time-units.ts';
import { createJobProgress, type RecordJobEnd } from './job-progress.ts';
import { type JobEvent, stateAfter, statesBefore } from './job-states.ts';
import { type Batch, type StoredJob, toJob } from './stored-job.ts';

/** Silence after which a process no longer runs its job, ms. */
export const claimMs = 60_000;

export interface Outcome {
  done: number;
  /** Users for whom the change was refused. */
  failed: number;
}

/**
 * Changes the row of a job for the process that runs it. `run` is this run of the process: every change is made only
 * while the row is its own, so what another process has done meanwhile is never overwritten.
 */
export function createClaimedJobs(options: {
  db: Kysely<Tables>;
  instance: string;
  run: string;
  /** Kinds of work that the process can do. */
  actions: readonly string[];
  clock?: (() => number) | undefined;
}) {
  const { db, instance, run, actions, clock } = options;
  const claims = createClaims({ claimant: { instance, run }, claimMs, clock });
  const progress = createJobProgress(db, clock);
  const time = claims.now;
  const updateOwnJob = (target: Kysely<Tables>, id: number, set: UpdateObject<Tables, 'user_jobs'>) =>
    target.updateTable('user_jobs').set(set).where('job_id', '=', id).where(claims.isOurs());
  const dueJobs = () => selectDueJobs(claims, actions);
  const released = () => ({ ...claims.released, turn_at: time() });

  return {
    /** The job whose bot has waited longest for a turn; undefined if none can be run. */
    async claim(): Promise<StoredJob | undefined> {
      const next = sql<number>`(${dueJobs()} ORDER BY job.turn_at NULLS FIRST, job.job_id LIMIT 1
        FOR UPDATE OF job SKIP LOCKED)`;
      const row = await db
        .updateTable('user_jobs')
        .set({ state: stateAfter('claimed'), ...claims.claimed() })
        .where('job_id', '=', next)
        .returningAll()
        .executeTakeFirst();
      return row && toJob(row);
    },

    /** Whether another job could be run meanwhile. */
    othersWait: async (): Promise<boolean> => (await sql`${dueJobs()} LIMIT 1`.execute(db)).rows.length > 0,

    async beat(id: number): Promise<void> {
      await updateOwnJob(db, id, claims.renewed()).execute();
    },

    async setTotal(id: number, total: number): Promise<void> {
      await updateOwnJob(db, id, { total, ...claims.renewed() }).execute();
    },

    /**
     * Saves the batch, and what `keep` writes, before its users are changed. False: the job is no longer this process's,
     * or must stop.
     */
    begin: (id: number, batch: Batch, keep?: (transaction: Transaction<Tables>) => Promise<void>): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await updateOwnJob(transaction, id, { batch: JSON.stringify(batch), ...claims.renewed() })
          .where('state', '=', 'running')
          .returning('job_id')
          .executeTakeFirst();
        if (row === undefined) return false;
        await keep?.(transaction);
        return true;
      }),

    /** Records a batch as done. */
    checkpoint: (
      job: StoredJob,
      { until, skipped }: Batch,
      { done, failed }: Outcome,
    ): Promise<StoredJob | undefined> =>
      progress.checkpoint(db, claims.isOurs(), job.id, {
        from: job.position,
        to: until,
        done: job.done + done,
        failures: failed === 0 ? job.failures : { ...job.failures, rejected: job.failed + failed },
        skipped: job.skipped + skipped,
      }),

    /** Releases the job, so that another bot's job has its turn. */
    async release(id: number): Promise<void> {
      await updateOwnJob(db, id, released()).execute();
    },

    /** Schedules a retry; false after `maxAttempts` attempts without a change of users. */
    async postpone(id: number, waitMs: number, maxAttempts: number): Promise<boolean> {
      const retryValues = { attempts: sql<number>`attempts + 1`, not_before: timeAfter(time(), waitMs) };
      const postponed = updateOwnJob(db, id, { ...released(), ...retryValues }).where('attempts', '<', maxAttempts - 1);
      return (await postponed.executeTakeFirst()).numUpdatedRows > 0n;
    },

    end: (
      id: number,
      event: Extract<JobEvent, 'finished' | 'stopped' | 'failed'>,
      record: RecordJobEnd,
      problem = '',
    ): Promise<StoredJob | undefined> => progress.end(claims.isOurs(), id, event, { record, problem }),
  };
}

export type ClaimedJobs = ReturnType<typeof createClaimedJobs>;

/** Jobs that can be run now: the first unfinished one of each bot, unless a process has it. */
function selectDueJobs(claims: Claims, actions: readonly string[]) {
  const isUnfinished = (row: string) => sql`${sql.ref(`${row}.state`)} IN (${sql.join(statesBefore('claimed'))})
    AND ${sql.ref(`${row}.action`)} IN (${sql.join(actions)})`;
  return sql`
    SELECT job.job_id FROM user_jobs AS job JOIN bots ON bots.key = job.bot_key
    WHERE bots.removed_at IS NULL AND ${isUnfinished('job')} AND ${claims.isFree('job')}
      AND ${hasCome(sql.ref('job.not_before'), claims.now(), hourMs)}
      AND NOT EXISTS (
        SELECT FROM user_jobs AS earlier
        WHERE earlier.bot_key = job.bot_key AND earlier.job_id < job.job_id AND ${isUnfinished('earlier')}
      )`;
}
