import { type Kysely, sql } from 'kysely';
import { type Claimant, createClaims } from '../claims/claims.ts';
import { hasCome, timeAfter } from '../metadata/database-time.ts';
import type { Tables } from '../metadata/tables.ts';
import { minuteMs } from '../time-units.ts';

/** Time after which a process that has not renewed its claim no longer runs the job, ms. */
export const claimMs = minuteMs;
/** Pause before a failed run is repeated, ms. */
const retryMs = minuteMs;
/** Runs for one time, the first included. */
const maxAttempts = 3;

/** The table `scheduled_jobs`. All moments are the store's, in Unix ms. */
export function createJobRuns(options: { db: Kysely<Tables>; claimant: Claimant; clock?: (() => number) | undefined }) {
  const { db, claimant, clock } = options;
  const claims = createClaims({ claimant, claimMs, clock });
  const updateOwn = (name: string) => db.updateTable('scheduled_jobs').where('name', '=', name).where(claims.isOurs());
  const done = (due: number) => ({ done_until: new Date(due), attempts: 0, not_before: null, ...claims.released });

  return {
    /** Adds new jobs, which wait for their first time. */
    async add(names: readonly string[]): Promise<void> {
      if (names.length === 0) return;
      await db
        .insertInto('scheduled_jobs')
        // Moments are compared with those of the process, which have milliseconds.
        .values(names.map((name) => ({ name, done_until: sql<Date>`date_trunc('milliseconds', ${claims.now()})` })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Latest done times by name, and the present moment. */
    async read(): Promise<{ now: number; doneUntil: ReadonlyMap<string, number> }> {
      const { rows } = await sql<{ name: string; done_until: Date; now: Date }>`
        SELECT name, done_until, ${claims.now()} AS now FROM scheduled_jobs`.execute(db);
      const [first] = rows;
      return {
        now: new Date(first?.now ?? 0).getTime(),
        doneUntil: new Map(rows.map((row) => [row.name, new Date(row.done_until).getTime()])),
      };
    },

    /**
     * Claims a job for one of its times. @returns which attempt this is, from 1; null if another process has it, or has done
     * it since `doneUntil` was read, or it must wait after a failure
     */
    async claim(name: string, doneUntil: number): Promise<number | null> {
      const row = await db
        .updateTable('scheduled_jobs')
        .set((eb) => ({ ...claims.claimed(), attempts: eb('attempts', '+', 1) }))
        .where('name', '=', name)
        .where('done_until', '=', new Date(doneUntil))
        .where(claims.isFree())
        .where(sql<boolean>`(not_before IS NULL OR ${hasCome(sql.ref('not_before'), claims.now(), retryMs)})`)
        .returning('attempts')
        .executeTakeFirst();
      return row?.attempts ?? null;
    },

    async renew(name: string): Promise<void> {
      await updateOwn(name).set(claims.renewed()).execute();
    },

    /** The job needs no run for this time and earlier ones. */
    async finish(name: string, due: number): Promise<void> {
      await updateOwn(name).set(done(due)).execute();
    },

    /** Repeats a failed run after a minute, unless it was the last attempt: then its next time is waited for. */
    async fail(name: string, due: number, attempt: number): Promise<void> {
      const retry = { not_before: timeAfter(claims.now(), retryMs), ...claims.released };
      await updateOwn(name)
        .set(attempt < maxAttempts ? retry : done(due))
        .execute();
    },
  };
}
