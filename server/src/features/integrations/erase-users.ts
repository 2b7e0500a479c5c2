import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { UserData } from '../feature.ts';

/**
 * Rows about users. What an integration sent is counted on, so figures still sum up; that a user was erased is told by an
 * event of its own, for those that follow it.
 */
export const eraseFromIntegrations = (db: Kysely<Tables>): UserData[] =>
  (['integration_deliveries', 'integration_memory', 'integration_bin_requests'] as const).map((name) => ({
    name,
    async erase(bot, userIds) {
      const ofUsers = sql`user_id = ANY(${[...userIds]}::bigint[]) AND integration_id IN (
        SELECT integration_id FROM integrations WHERE bot_key = ${bot})`;
      if (name !== 'integration_deliveries') {
        const { numAffectedRows } = await sql`DELETE FROM ${sql.table(name)} WHERE ${ofUsers}`.execute(db);
        return Number(numAffectedRows ?? 0);
      }
      const { rows } = await sql<{ count: string | number }>`
        WITH gone AS (
          DELETE FROM integration_deliveries WHERE ${ofUsers}
          RETURNING integration_id, CASE WHEN state IN ('waiting', 'sending') THEN 'failed' ELSE state END AS state, events,
            coalesce(settled_at, now()) AS ended_at
        ), counted AS (
          INSERT INTO integration_days AS day (integration_id, day, state, events)
          SELECT integration_id, (ended_at AT TIME ZONE 'UTC')::date, state, sum(events) FROM gone GROUP BY 1, 2, 3
          ON CONFLICT (integration_id, day, state) DO UPDATE SET events = day.events + excluded.events
        )
        SELECT count(*) AS count FROM gone`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },
  }));
