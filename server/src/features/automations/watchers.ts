import { type Kysely, sql } from 'kysely';
import { createClaims } from '../../platform/claims/claims.ts';
import { timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Silence after which a process loses its right to look for the bot's triggers, ms. */
const leaseMs = 60_000;

/** The right to look for the triggers of a bot. */
export interface Watch {
  bot: string;
  /** Grows with each holder. */
  fence: number;
  /** Events received before then have been looked at, unix ms; null: none have. */
  readUntil: number | null;
}

/** Leases as one run of a process takes them. `clock` is for tests; else moments are the store's. */
export function createWatchers(options: {
  db: Kysely<Tables>;
  instance: string;
  run: string;
  clock?: (() => number) | undefined;
}) {
  const { db, instance, run, clock } = options;
  const claims = createClaims({ claimant: { instance, run }, claimMs: leaseMs, clock });
  const isOurs = ({ bot, fence }: Pick<Watch, 'bot' | 'fence'>) =>
    sql<boolean>`bot_key = ${bot} AND ${claims.isOurs()} AND fence = ${fence}`;

  return {
    isOurs,

    /**
     * Takes or prolongs the watch over every bot with an active automation that no other process has. What an earlier run
     * of this instance had is taken over at once: it is dead.
     */
    async takeAll(): Promise<Watch[]> {
      const { rows } = await sql<{ bot_key: string; fence: number; read_until: Date | null }>`
        INSERT INTO automation_watchers AS watcher (bot_key, claimed_by, claimed_until, fence)
        SELECT DISTINCT campaigns.bot_key, ${claims.claimant}, ${timeAfter(claims.now(), leaseMs)}, 1
        FROM campaigns JOIN bots ON bots.key = campaigns.bot_key
        WHERE automation IS NOT NULL AND campaigns.status = 'In_progress'
          AND bots.removed_at IS NULL AND bots.owner_deleted_at IS NULL
        ON CONFLICT (bot_key) DO UPDATE SET
          claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until,
          fence = CASE WHEN ${claims.isOurs('watcher')} THEN watcher.fence ELSE watcher.fence + 1 END
        WHERE ${claims.isFree('watcher')} OR ${claims.isOurs('watcher')}
        RETURNING bot_key, fence, read_until`.execute(db);
      return rows.map((row) => ({
        bot: row.bot_key,
        fence: row.fence,
        readUntil: row.read_until && new Date(row.read_until).getTime(),
      }));
    },

    /** All events that were received before a moment have been looked at. */
    async advance(watch: Watch, readUntil: number): Promise<void> {
      await db
        .updateTable('automation_watchers')
        .set({ read_until: new Date(readUntil) })
        .where(isOurs(watch))
        .execute();
    },

    /** Another process can take them at once. */
    async release(): Promise<void> {
      await db.updateTable('automation_watchers').set(claims.released).where(claims.isOurs()).execute();
    },
  };
}

export type Watchers = ReturnType<typeof createWatchers>;
