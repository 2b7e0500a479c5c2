import { type Kysely, sql, type UpdateObject } from 'kysely';
import { createClaims } from '../../platform/claims/claims.ts';
import { hasCome, timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import { type JobEvent, nextState, statesBefore } from './job-states.ts';
import { type Batch, type StoredJob, toJob } from './stored-job.ts';

/** Silence after which a process no longer runs its job, ms. */
export const claimMs = 60_000;

/** Value that a user had before, for an undo. */
export interface KeptValue {
  userId: number;
  /** Null: nothing. */
  value: unknown;
}

export interface Outcome {
  done: number;
  failed: number;
}

/**
 * Changes the row of a job for the process that runs it. `run` is this run of the process: every change is made only
 * while the row is its own, so what another process has done meanwhile is never overwritten.
 */
export function createTakenJobs(options: {
  db: Kysely<Tables>;
  instance: string;
  run: string;
  clock?: (() => number) | undefined;
}) {
  const { db, instance, run, clock } = options;
  const claims = createClaims({ claimant: { instance, run }, claimMs, clock });
  const time = claims.now;
  const updateOwnJob = (target: Kysely<Tables>, id: number, set: UpdateObject<Tables, 'user_jobs'>) =>
    target
      .updateTable('user_jobs')
      .set(set)
      .where('job_id', '=', id)
      .where(claims.isOurs())
      .where('state', 'in', statesBefore('finished'));
  const released = () => ({ ...claims.released, turn_at: time() });

  /** Jobs that can be run now: the first unfinished one of each bot, unless a process has it. */
  const dueJobs = (target: Kysely<Tables>) =>
    target
      .selectFrom('user_jobs as job')
      .innerJoin('bots', 'bots.key', 'job.bot_key')
      .select('job.job_id')
      .where('bots.removed_at', 'is', null)
      .where('job.state', 'in', statesBefore('taken'))
      .where(hasCome(sql.ref('job.not_before'), time(), hourMs))
      .where(claims.isFree('job'))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('user_jobs as earlier')
              .select('earlier.job_id')
              .whereRef('earlier.bot_key', '=', 'job.bot_key')
              .whereRef('earlier.job_id', '<', 'job.job_id')
              .where('earlier.state', 'in', statesBefore('taken')),
          ),
        ),
      );

  return {
    /** The job whose bot has waited longest for a turn; undefined if none can be run. */
    async take(): Promise<StoredJob | undefined> {
      const row = await db
        .updateTable('user_jobs')
        .set({
          state: sql<string>`CASE state WHEN 'waiting' THEN ${nextState('waiting', 'taken')} ELSE state END`,
          ...claims.claimed(),
        })
        .where('job_id', '=', () =>
          dueJobs(db)
            .orderBy('job.turn_at', (order) => order.asc().nullsFirst())
            .orderBy('job.job_id')
            .limit(1)
            .forUpdate('job')
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst();
      return row && toJob(row);
    },

    /** Whether another job could be run meanwhile. */
    async othersWait(): Promise<boolean> {
      return (await dueJobs(db).limit(1).executeTakeFirst()) !== undefined;
    },

    async beat(id: number): Promise<void> {
      await updateOwnJob(db, id, claims.renewed()).execute();
    },

    async setTotal(id: number, total: number): Promise<void> {
      await updateOwnJob(db, id, { total, ...claims.renewed() }).execute();
    },

    /** Saves the batch before its users are changed. False: the job is no longer this process's, or must stop. */
    begin: (id: number, batch: Batch, keptValues: readonly KeptValue[]): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await updateOwnJob(transaction, id, { batch: JSON.stringify(batch), ...claims.renewed() })
          .where('state', '=', 'running')
          .returning('job_id')
          .executeTakeFirst();
        if (row === undefined) return false;
        if (keptValues.length > 0) await insertKept(transaction, id, batch.version, keptValues);
        return true;
      }),

    /** Records a batch as done. */
    async passed(id: number, batch: Batch, { done, failed }: Outcome): Promise<StoredJob | undefined> {
      const row = await updateOwnJob(db, id, {
        done: sql<number>`done + ${done}`,
        failed: sql<number>`failed + ${failed}`,
        skipped: sql<number>`skipped + ${batch.skipped}`,
        after_user: batch.until,
        batch: null,
        attempts: 0,
        ...claims.renewed(),
      })
        .returningAll()
        .executeTakeFirst();
      return row && toJob(row);
    },

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

    /** Ends a job and clears what it has kept of its users. Undefined if another process has ended it. */
    end: (
      id: number,
      event: Extract<JobEvent, 'finished' | 'stopped' | 'failed'>,
      record: (transaction: Kysely<Tables>, job: StoredJob) => Promise<void>,
      problem = '',
    ): Promise<StoredJob | undefined> =>
      db.transaction().execute(async (transaction) => {
        const before = await updateOwnJob(transaction, id, claims.renewed()).returningAll().executeTakeFirst();
        const state = before && nextState(toJob(before).state, event);
        if (!state) return undefined;
        const endValues = { state, problem, members: null, batch: null, ended_at: time(), ...released() };
        const row = await updateOwnJob(transaction, id, endValues).returningAll().executeTakeFirst();
        const job = row && toJob(row);
        if (job) await record(transaction, job);
        return job;
      }),

    /** Users whose earlier values a job keeps, rising, after one of them. */
    async keptUsers(id: number, after: number): Promise<number[]> {
      const rows = await db
        .selectFrom('user_job_undo')
        .select('user_id')
        .where('job_id', '=', id)
        .where('user_id', '>', after)
        .orderBy('user_id')
        .execute();
      return rows.map((row) => Number(row.user_id));
    },

    async keptValues(id: number, users: readonly number[]) {
      const rows = await db
        .selectFrom('user_job_undo')
        .select(['user_id', 'value', 'version'])
        .where('job_id', '=', id)
        .where('user_id', 'in', [...users])
        .execute();
      return new Map(rows.map(({ user_id, value, version }) => [Number(user_id), { value, version: Number(version) }]));
    },
  };
}

export type TakenJobs = ReturnType<typeof createTakenJobs>;

async function insertKept(
  transaction: Kysely<Tables>,
  jobId: number,
  version: number,
  keptValues: readonly KeptValue[],
): Promise<void> {
  const rows = keptValues.map(({ userId, value }) => ({
    job_id: jobId,
    user_id: userId,
    value: value === null ? null : JSON.stringify(value),
    version,
  }));
  await transaction.insertInto('user_job_undo').values(rows).execute();
}
