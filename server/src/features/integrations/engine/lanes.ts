import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Claimant, createClaims } from '../../../platform/claims/claims.ts';
import { timeAfter } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { minuteMs } from '../../../platform/time-units.ts';

/** Silence after which a process loses its lanes, ms. */
const claimMs = minuteMs;
/** Longer than anything is ever planned ahead: a clock that was wrong does not keep an integration from sending. */
const longestWaitMs = 2 * 24 * 60 * minuteMs;

/** The right to send for the integrations of a lane. */
export interface Lane {
  lane: string;
  /** Grows with each holder. */
  fence: number;
}

/** Lanes as one run of a process has them. */
export function createLanes({
  db,
  claimant,
  clock,
}: {
  db: Kysely<Tables>;
  claimant: Claimant;
  clock?: (() => number) | undefined;
}) {
  const claims = createClaims({ claimant, claimMs, clock });
  const hasCome = (moment: string): RawBuilder<boolean> => {
    const column = sql.ref(moment);
    return sql`(${column} IS NULL OR ${column} <= ${claims.now()} OR ${column} > ${timeAfter(claims.now(), longestWaitMs)})`;
  };
  const mayWork = sql`integration.status = 'on' AND ${hasCome('integration.resume_at')} AND (
    EXISTS (
      SELECT FROM integration_deliveries AS delivery
      WHERE delivery.integration_id = integration.integration_id AND state = 'waiting' AND ${hasCome('delivery.due_at')})
    OR EXISTS (
      SELECT FROM integration_deliveries AS delivery
      WHERE delivery.integration_id = integration.integration_id AND state = 'sending'))`;

  return {
    now: claims.now,
    hasCome,
    /** Query that locks the lane until the end of the transaction; it has no row once another process has it. */
    lock: ({ lane, fence }: Lane): RawBuilder<{ fence: number }> => sql`
      SELECT fence FROM integration_lanes WHERE lane = ${lane} AND fence = ${fence} AND ${claims.isOurs()} FOR SHARE`,

    /** Claims the lanes that have something to send and that no other process has, in one order, and renews these. */
    async claim(running: readonly string[]): Promise<Lane[]> {
      const { rows } = await sql<Lane>`
        INSERT INTO integration_lanes AS claimed_lane (lane, claimed_by, claimed_until, fence)
        SELECT lane, ${claims.claimant}, ${claims.renewed().claimed_until}, 1
        FROM (
          SELECT DISTINCT lane FROM integrations AS integration
          WHERE integration.lane = ANY(${[...running]}::text[]) OR ${mayWork}
        ) AS due ORDER BY lane
        ON CONFLICT (lane) DO UPDATE SET
          claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until,
          fence = CASE WHEN ${claims.isOurs('claimed_lane')} THEN claimed_lane.fence ELSE claimed_lane.fence + 1 END
        WHERE ${claims.isFree('claimed_lane')} OR ${claims.isOurs('claimed_lane')}
        RETURNING lane, fence`.execute(db);
      return rows;
    },

    /** Lists integrations of some lanes that have something to send. */
    async listDue(lanes: readonly string[]): Promise<{ lane: string; integration_id: number }[]> {
      if (lanes.length === 0) return [];
      const { rows } = await sql<{ lane: string; integration_id: number }>`
        SELECT lane, integration_id FROM integrations AS integration
        WHERE lane = ANY(${[...lanes]}::text[]) AND ${mayWork}`.execute(db);
      return rows;
    },

    /** Other processes can claim these at once. */
    async release(lanes: readonly string[]): Promise<void> {
      if (lanes.length === 0) return;
      await db
        .updateTable('integration_lanes')
        .set(claims.released)
        .where('lane', 'in', [...lanes])
        .where(claims.isOurs())
        .execute();
    },
  };
}

export type Lanes = ReturnType<typeof createLanes>;
