import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createClaims } from '../../platform/claims/claims.ts';
import { timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Outage } from '../../telegram/sending/circuit.ts';

/** Time after which a process that has not prolonged its lease no longer sends, ms. */
export const leaseMs = 15_000;
/** Interval at which a process prolongs its lease, ms. */
export const beatMs = 3_000;

/** The right to send the campaigns of a bot. */
export interface Lease {
  bot: string;
  /** Grows with each holder. */
  fence: number;
}

/** Lease with the state inherited from previous holders. */
export interface TakenLease extends Lease {
  /** Remaining wait that Telegram has imposed on the bot, ms; 0: none. */
  limitedMs: number;
  /** Telegram did not answer the bot. */
  outage: Outage;
  rate: number | null;
  /** Outcomes finished since then may not be in the events yet, unix ms. */
  recordedUntil: number | null;
}

/** State that the holder stores while it works: how long it still lasts, as clocks of processes differ. */
export interface SenderState {
  limitedMs: number;
  outage: Outage;
  /** Messages a second; null: as many as the campaigns want. */
  rate: number | null;
  /** Time since the oldest outcome was stored that is not in the events yet, ms; 0: all are. */
  unrecordedMs: number;
}

/** Computes the rest of a wait. If the store's clock was set back, it is no more than when it was stored. */
const remainingMsSql = (
  until: RawBuilder<unknown>,
  ms: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): RawBuilder<number> =>
  sql<number>`greatest(0, least(coalesce(${ms}, 0), coalesce(extract(epoch FROM ${until} - ${now}) * 1000, 0)))::float8`;

/** Leases as one run of a process takes them. `now` is for tests; else moments of leases are the store's. */
export function createSenders(options: {
  db: Kysely<Tables>;
  instance: string;
  run: string;
  now?: (() => number) | undefined;
}) {
  const { db, instance, run } = options;
  const claims = createClaims({ claimant: { instance, run }, claimMs: leaseMs, clock: options.now });
  const isOurs = ({ bot, fence }: Lease) => sql<boolean>`bot_key = ${bot} AND ${claims.isOurs()} AND fence = ${fence}`;

  return {
    isOurs,

    /**
     * Null while another process has it. What an earlier run of this instance had is taken over at once: it is dead, for a
     * data directory has one process.
     */
    async take(bot: string): Promise<TakenLease | null> {
      const now = claims.now();
      const { rows } = await sql<{
        fence: number;
        limited_ms: number;
        outage_openings: number;
        outage_ms: number;
        rate: number | null;
        recorded_until: Date | null;
      }>`
        INSERT INTO campaign_senders AS sender (bot_key, claimed_by, claimed_until, fence, recorded_until)
        VALUES (${bot}, ${claims.claimant}, ${timeAfter(now, leaseMs)}, 1, ${now})
        ON CONFLICT (bot_key) DO UPDATE
          SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until, fence = sender.fence + 1
          WHERE ${claims.isFree('sender')} OR ${claims.isOurs('sender')}
        RETURNING fence, rate, recorded_until, outage_openings,
          ${remainingMsSql(sql`limited_until`, sql`limited_ms`, now)} AS limited_ms,
          ${remainingMsSql(sql`outage_until`, sql`outage_ms`, now)} AS outage_ms`.execute(db);
      const [row] = rows;
      if (row === undefined) return null;
      return {
        bot,
        fence: row.fence,
        limitedMs: Number(row.limited_ms),
        outage: { openings: row.outage_openings, waitMs: Number(row.outage_ms) },
        rate: row.rate,
        recordedUntil: row.recorded_until && new Date(row.recorded_until).getTime(),
      };
    },

    /** Prolongs it. False: another process has it now. */
    async keep(lease: Lease, { limitedMs, outage, rate, unrecordedMs }: SenderState): Promise<boolean> {
      const now = claims.now();
      const { numUpdatedRows } = await db
        .updateTable('campaign_senders')
        .set({
          ...claims.renewed(),
          limited_until: timeAfter(now, limitedMs),
          limited_ms: limitedMs,
          outage_openings: outage.openings,
          outage_until: timeAfter(now, outage.waitMs),
          outage_ms: outage.waitMs,
          rate,
          recorded_until: timeAfter(now, -unrecordedMs),
        })
        .where(isOurs(lease))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Another process can take it at once. */
    async release(lease: Lease): Promise<void> {
      await db.updateTable('campaign_senders').set(claims.released).where(isOurs(lease)).execute();
    },
  };
}

export type Senders = ReturnType<typeof createSenders>;
