import { recentHitCount } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import QuickLRU from 'quick-lru';
import * as z from 'zod/mini';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import type { HitTables } from './hit-tables.ts';

/** Mini Apps or websites whose last hits are in memory: 15 kB each. */
const mostOwners = 1_000;
interface Ring<Hit> {
  bot: string;
  /** The newest last. */
  hits: Hit[];
  isWritten: boolean;
}

/**
 * The last hits of each Mini App or website with their verdicts, for the debug panel. They are in the memory of the process
 * that took them; a reader in another process has them written to the metadata store, and reads them a moment later.
 */
export interface RecentHits<Hit> {
  /** One request. */
  note(of: { id: number; bot: string }, hits: readonly Hit[]): void;
  /** The newest first. The first answer about hits of another process may lack the newest ones. */
  list(bot: string, id: number): Promise<Hit[]>;
  /** Deletes what was written for other processes about a bot; returns the number of rows. */
  erasePeople(bot: string): Promise<number>;
  /** Deletes what was written more than an hour ago. */
  forgetOld(now: number): Promise<number>;
  close(): void;
}

export function createRecentHits<Hit extends { at: string }>(deps: {
  db: Kysely<Tables>;
  tables: HitTables;
  /** Reads what another process has written. */
  schema: z.ZodMiniType<Hit>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  instanceId: string;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): RecentHits<Hit> {
  const { db, tables, bus, instanceId, logger, now = Date.now } = deps;
  const [table, owner] = [sql.table(tables.recent), sql.ref(tables.owner)];
  const hitListSchema = z.array(deps.schema);
  const rings = new QuickLRU<number, Ring<Hit>>({ maxSize: mostOwners });

  const stop = bus.subscribe('recent-hits-wanted', ({ key, isOwn }) => {
    // This process reads its own from memory.
    if (!isOwn) void write(key);
  });

  async function write(bot: string | null): Promise<void> {
    for (const [id, ring] of rings) {
      if (ring.isWritten || (bot !== null && ring.bot !== bot)) continue;
      ring.isWritten = true;
      await sql`
        INSERT INTO ${table} (${owner}, instance_id, hits, written_at)
        VALUES (${id}, ${instanceId}, ${JSON.stringify(ring.hits)}, ${new Date(now())})
        ON CONFLICT (${owner}, instance_id) DO UPDATE SET hits = excluded.hits, written_at = excluded.written_at`
        .execute(db)
        .catch((error: unknown) => {
          ring.isWritten = false;
          logger.warn({ err: error, [tables.owner]: id }, 'the last hits could not be shown to another process');
        });
    }
  }

  // Erased people may be among them.
  const stopErasing = bus.subscribe('erasures-changed', ({ key }) => {
    for (const [id, ring] of [...rings]) if (key === null || ring.bot === key) rings.delete(id);
  });

  return {
    note({ id, bot }, hits) {
      const ring = rings.get(id) ?? { bot, hits: [], isWritten: false };
      ring.hits = [...ring.hits, ...hits].slice(-recentHitCount);
      ring.isWritten = false;
      rings.set(id, ring);
    },
    async list(bot, id) {
      bus.publish('recent-hits-wanted', bot);
      const { rows } = await sql<{ hits: unknown }>`
        SELECT hits FROM ${table} WHERE ${owner} = ${id} AND instance_id != ${instanceId}`.execute(db);
      const otherHits = rows.flatMap(({ hits }) => z.parse(hitListSchema, hits));
      return [...(rings.get(id)?.hits ?? []).toReversed(), ...otherHits]
        .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, recentHitCount);
    },
    async erasePeople(bot) {
      const owners = sql`SELECT ${owner} FROM ${sql.table(tables.owners)} WHERE bot_key = ${bot}`;
      const { numAffectedRows } = await sql`DELETE FROM ${table} WHERE ${owner} IN (${owners})`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
    async forgetOld(nowMs) {
      const { numAffectedRows } = await sql`
        DELETE FROM ${table} WHERE written_at < ${new Date(nowMs - hourMs)}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
    close() {
      stop();
      stopErasing();
    },
  };
}
