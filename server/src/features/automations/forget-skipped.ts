import { skippedRunDays } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

const runsOfStatement = 10_000;

/**
 * Deletes triggers that were skipped long ago, and keeps how many there were for the totals. None of them is found again: the
 * events of triggers are looked for within some days.
 */
export const createForgetSkipped =
  (db: Kysely<Tables>, clock?: () => number) =>
  /** @returns how many */
  async (): Promise<number> => {
    const now = databaseTime(clock);
    for (let deletedCount = 0; ; ) {
      const { rows } = await sql<{ runs: number }>`
        WITH old AS (
          SELECT campaign_id, user_id, trigger_id FROM automation_runs
          WHERE status = 'skipped' AND ended_at < ${now} - ${skippedRunDays} * interval '1 day'
          ORDER BY ended_at LIMIT ${runsOfStatement}
          FOR UPDATE SKIP LOCKED
        ), forgotten AS (
          DELETE FROM automation_runs AS run USING old
          WHERE run.campaign_id = old.campaign_id AND run.user_id = old.user_id AND run.trigger_id = old.trigger_id
          RETURNING run.campaign_id, coalesce(run.reason, '') AS reason
        ), counted AS (
          INSERT INTO automation_skips AS skips (campaign_id, reason, runs)
          SELECT campaign_id, reason, count(*) FROM forgotten GROUP BY campaign_id, reason
          ON CONFLICT (campaign_id, reason) DO UPDATE SET runs = skips.runs + excluded.runs
        ) SELECT count(*)::int AS runs FROM forgotten`.execute(db);
      const runs = rows[0]?.runs ?? 0;
      deletedCount += runs;
      if (runs < runsOfStatement) return deletedCount;
    }
  };
