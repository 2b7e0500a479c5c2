import { type AutomationStatistics, skipReasons, type TriggerCounts } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

const maxDays = 90;

/** A run with the outcome of its message: that of an armed one is still in its row of campaign_recipients. */
const runs = (campaignId: number) => sql`(
  SELECT run.triggered_at, run.status, run.reason,
    CASE run.status WHEN 'armed' THEN recipient.status WHEN 'ended' THEN run.outcome END AS outcome
  FROM automation_runs AS run
    LEFT JOIN campaign_recipients AS recipient
      ON recipient.campaign_id = run.campaign_id AND recipient.user_id = run.user_id AND run.status = 'armed'
  WHERE run.campaign_id = ${campaignId}
) AS run`;

const counts = sql`
  count(*)::int AS triggered,
  count(*) FILTER (WHERE status = 'waiting')::int AS planned,
  count(*) FILTER (WHERE outcome IN ('ForSend', 'In_progress'))::int AS waiting,
  count(*) FILTER (WHERE outcome = 'Done')::int AS delivered,
  count(*) FILTER (WHERE outcome = 'Error')::int AS not_delivered,
  count(*) FILTER (WHERE outcome = 'Cancel' OR status IN ('armed', 'ended') AND outcome IS NULL)::int AS cancelled,
  count(*) FILTER (WHERE status = 'skipped')::int AS skipped`;

export const createAutomationStatistics =
  (db: Kysely<Tables>) =>
  async (campaignId: number, timeZone: string): Promise<AutomationStatistics> => {
    const day = sql`to_char(triggered_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`;
    const [totals, days, skipCounts, segment] = await Promise.all([
      sql<TriggerCounts>`SELECT ${counts} FROM ${runs(campaignId)}`.execute(db),
      sql<TriggerCounts & { day: string }>`
        SELECT * FROM (
          SELECT day, ${counts} FROM (SELECT ${day} AS day, run.* FROM ${runs(campaignId)}) AS dated
          GROUP BY day ORDER BY day DESC LIMIT ${maxDays}
        ) AS last ORDER BY day`.execute(db),
      sql<{ reason: string; count: number }>`
        SELECT reason, sum(runs)::int AS count FROM (
          SELECT reason, 1 AS runs FROM automation_runs WHERE campaign_id = ${campaignId} AND status = 'skipped'
          UNION ALL SELECT reason, runs FROM automation_skips WHERE campaign_id = ${campaignId}
        ) AS skipped GROUP BY reason ORDER BY count DESC, reason`.execute(db),
      db
        .selectFrom('automation_segments')
        .select('evaluated_at')
        .where('campaign_id', '=', campaignId)
        .executeTakeFirst(),
    ]);
    const [all] = totals.rows;
    if (all === undefined) throw new Error('A count has one row');
    const { forgotten } = await db
      .selectFrom('automation_skips')
      .select(sql<number>`coalesce(sum(runs), 0)::int`.as('forgotten'))
      .where('campaign_id', '=', campaignId)
      .executeTakeFirstOrThrow();
    return {
      totals: { ...all, triggered: all.triggered + forgotten, skipped: all.skipped + forgotten },
      days: days.rows,
      skipped: skipCounts.rows.flatMap(({ reason, count }) => {
        const skipReason = skipReasons.find((each) => each === reason);
        return skipReason === undefined ? [] : [{ reason: skipReason, count }];
      }),
      evaluated_at: segment?.evaluated_at == null ? null : new Date(segment.evaluated_at).toISOString(),
    };
  };
