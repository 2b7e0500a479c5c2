import { RecentHit, recentHitCount } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import QuickLRU from 'quick-lru';
import * as z from 'zod/mini';
import type { HitNote } from '../../ingest/hits/take-hits.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';

/** Apps whose last hits are in memory: 15 kB each. */
const mostApps = 1_000;
/** Of a launch's ID, as many digits as tell launches of one panel apart: the whole would let its reader speak for the user. */
const launchDigits = 8;

interface Ring {
  bot: string;
  /** The newest last. */
  hits: RecentHit[];
  isWritten: boolean;
}

/**
 * The last hits of each app with their verdicts, for the debug panel. They are in the memory of the process that took
 * them; a reader in another process has them written to the metadata store, and reads them a moment later.
 */
export interface RecentHits {
  note(note: HitNote): void;
  /** The newest first. The first answer about hits of another process may lack the newest ones. */
  list(bot: string, app: number): Promise<RecentHit[]>;
  /** Deletes what was written for other processes about a bot; returns the number of rows. */
  erasePeople(bot: string): Promise<number>;
  /** Deletes what was written more than an hour ago. */
  forgetOld(now: number): Promise<number>;
  close(): void;
}

export function createRecentHits(deps: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  instanceId: string;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): RecentHits {
  const { db, bus, instanceId, logger, now = Date.now } = deps;
  const rings = new QuickLRU<number, Ring>({ maxSize: mostApps });

  const stop = bus.subscribe('recent-hits-wanted', ({ key, isOwn }) => {
    // This process reads its own from memory.
    if (!isOwn) void write(key);
  });

  async function write(bot: string | null): Promise<void> {
    for (const [app, ring] of rings) {
      if (ring.isWritten || (bot !== null && ring.bot !== bot)) continue;
      ring.isWritten = true;
      const row = { hits: JSON.stringify(ring.hits), written_at: new Date(now()) };
      await db
        .insertInto('mini_app_recent_hits')
        .values({ app_id: app, instance_id: instanceId, ...row })
        .onConflict((conflict) => conflict.columns(['app_id', 'instance_id']).doUpdateSet(row))
        .execute()
        .catch((error: unknown) => {
          ring.isWritten = false;
          logger.warn({ err: error, app }, 'the last hits of a Mini App could not be shown to another process');
        });
    }
  }

  // Erased people may be among them.
  const stopErasing = bus.subscribe('erasures-changed', ({ key }) => {
    for (const [app, ring] of [...rings]) if (key === null || ring.bot === key) rings.delete(app);
  });

  return {
    note(note) {
      const ring = rings.get(note.app.id) ?? { bot: note.app.bot, hits: [], isWritten: false };
      ring.hits = [...ring.hits, ...describe(note)].slice(-recentHitCount);
      ring.isWritten = false;
      rings.set(note.app.id, ring);
    },
    async list(bot, app) {
      bus.publish('recent-hits-wanted', bot);
      const rows = await db
        .selectFrom('mini_app_recent_hits')
        .select('hits')
        .where('app_id', '=', app)
        .where('instance_id', '!=', instanceId)
        .execute();
      const others = rows.flatMap(({ hits }) => z.parse(z.array(RecentHit), hits));
      return [...(rings.get(app)?.hits ?? []).toReversed(), ...others]
        .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, recentHitCount);
    },
    async erasePeople(bot) {
      const { numDeletedRows } = await db
        .deleteFrom('mini_app_recent_hits')
        .where('app_id', 'in', db.selectFrom('mini_apps').select('app_id').where('bot_key', '=', bot))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    async forgetOld(at) {
      const { numDeletedRows } = await db
        .deleteFrom('mini_app_recent_hits')
        .where('written_at', '<', new Date(at - hourMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    close() {
      stop();
      stopErasing();
    },
  };
}

/** A request that is dropped whole without a hit in it is one entry too. */
function describe({ at, origin, request, verdict, proof, problem, dropped }: HitNote): RecentHit[] {
  const shared = {
    at: new Date(at).toISOString(),
    origin: origin.slice(0, 256),
    ...{ platform: request.platform, version: request.version, script: request.script },
    launch: (verdict?.launch ?? request.launchName).slice(0, launchDigits),
    ...{ proof, problem, user_id: verdict?.proven?.user.id ?? null },
  };
  const read = request.hits
    .slice(-recentHitCount)
    .map(({ name, path }) => ({ ...shared, name, path, dropped, detail: '' }));
  const bad = request.bad
    .slice(-recentHitCount)
    .map((one) => ({ ...shared, name: '', path: '', dropped: dropped ?? ('malformed' as const), detail: one.problem }));
  return [...read, ...bad];
}
