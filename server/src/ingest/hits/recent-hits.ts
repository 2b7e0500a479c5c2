import { RecentHit, RecentSiteHit, recentHitCount } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import QuickLRU from 'quick-lru';
import * as z from 'zod/mini';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import type { PageKind, PageRef } from './hit-page.ts';

/** Pages of one kind whose last hits are in memory: 15 kB each. */
const maxPages = 1_000;
interface Ring {
  page: PageRef;
  /** The newest last. */
  hits: PanelHit[];
  isWritten: boolean;
}

/** A hit as the panel of its kind of pages shows it. */
interface PanelHits {
  app: RecentHit;
  site: RecentSiteHit;
}
type PanelHit = PanelHits[PageKind];
const readHits: { [Kind in PageKind]: (hits: unknown) => PanelHits[Kind][] } = {
  app: (hits) => z.parse(z.array(RecentHit), hits),
  site: (hits) => z.parse(z.array(RecentSiteHit), hits),
};

/**
 * The last hits of each Mini App or website with their verdicts, for the debug panel. They are in the memory of the process
 * that took them; a reader in another process has them written to the metadata store, and reads them a moment later.
 */
export interface RecentHits {
  /** One request. */
  note(page: PageRef, hits: readonly PanelHit[]): void;
  /** The newest first. The first answer about hits of another process may lack the newest ones. */
  list<Kind extends PageKind>(page: PageRef & { kind: Kind }): Promise<PanelHits[Kind][]>;
  /** Deletes what was written for other processes about a bot; returns the number of rows. */
  eraseUsers(bot: string): Promise<number>;
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
  // One for each kind: many pages of one do not push out the other's.
  const rings: Record<PageKind, QuickLRU<number, Ring>> = {
    app: new QuickLRU({ maxSize: maxPages }),
    site: new QuickLRU({ maxSize: maxPages }),
  };
  const allRings = () => Object.values(rings).flatMap((ofKind) => [...ofKind.values()]);

  const stop = bus.subscribe('recent-hits-wanted', ({ key, isOwn }) => {
    // This process reads its own from memory.
    if (!isOwn) void write(key);
  });

  async function write(bot: string | null): Promise<void> {
    for (const ring of allRings()) {
      const { page } = ring;
      if (ring.isWritten || (bot !== null && page.bot !== bot)) continue;
      ring.isWritten = true;
      const row = { kind: page.kind, page_id: page.id, bot_key: page.bot, instance_id: instanceId };
      await db
        .insertInto('page_recent_hits')
        .values({ ...row, hits: JSON.stringify(ring.hits), written_at: new Date(now()) })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'page_id', 'instance_id'])
            .doUpdateSet(({ ref }) => ({ hits: ref('excluded.hits'), written_at: ref('excluded.written_at') })),
        )
        .execute()
        .catch((error: unknown) => {
          ring.isWritten = false;
          logger.warn(
            { err: error, kind: page.kind, page: page.id },
            'the last hits could not be shown to another process',
          );
        });
    }
  }

  // Erased users may be among them.
  const stopErasing = bus.subscribe('erasures-changed', ({ key }) => {
    for (const { page } of allRings()) if (key === null || page.bot === key) rings[page.kind].delete(page.id);
  });

  return {
    note(page, hits) {
      const ring = rings[page.kind].get(page.id) ?? { page, hits: [], isWritten: false };
      ring.hits = [...ring.hits, ...hits].slice(-recentHitCount);
      ring.isWritten = false;
      rings[page.kind].set(page.id, ring);
    },
    async list(page) {
      bus.publish('recent-hits-wanted', page.bot);
      const rows = await db
        .selectFrom('page_recent_hits')
        .select('hits')
        .where('kind', '=', page.kind)
        .where('page_id', '=', page.id)
        .where('instance_id', '!=', instanceId)
        .execute();
      const hits = [...(rings[page.kind].get(page.id)?.hits ?? []).toReversed(), ...rows.flatMap((row) => row.hits)];
      return readHits[page.kind](hits)
        .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, recentHitCount);
    },
    async eraseUsers(bot) {
      const deletion = db.deleteFrom('page_recent_hits').where('bot_key', '=', bot);
      return Number((await deletion.executeTakeFirst()).numDeletedRows);
    },
    async forgetOld(nowMs) {
      const deletion = db.deleteFrom('page_recent_hits').where('written_at', '<', new Date(nowMs - hourMs));
      return Number((await deletion.executeTakeFirst()).numDeletedRows);
    },
    close() {
      stop();
      stopErasing();
    },
  };
}
