import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { parseStartPayload } from '../../events/normalize/start-payload.ts';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Bots } from '../bots/bots.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';

/** A bot whose start rules changed and whose launches are to be read again. */
interface PendingReread {
  bot: string;
  /** Unix ms of the change. */
  changedAt: number;
}

const prefix = 'reread/';
const nameOf = (bot: string): string => prefix + bot;

/** The list survives the end of the process: it lies in the table `settings`, a line per bot. */
export function createPendingRereads(db: Kysely<Tables>) {
  const read = ({ name, value }: { name: string; value: string }): PendingReread => ({
    bot: name.slice(prefix.length),
    changedAt: Number(value),
  });
  return {
    async note(bot: string, changedAt: number): Promise<void> {
      const value = String(changedAt);
      await db
        .insertInto('settings')
        .values({ name: nameOf(bot), value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    async all(): Promise<PendingReread[]> {
      const rows = await db.selectFrom('settings').selectAll().where('name', 'like', `${prefix}%`).execute();
      return rows.map(read);
    },
    async of(bot: string): Promise<PendingReread | null> {
      const row = await db.selectFrom('settings').selectAll().where('name', '=', nameOf(bot)).executeTakeFirst();
      return row === undefined ? null : read(row);
    },
    /** Takes it off the list, unless the rules changed again meanwhile. */
    async settle({ bot, changedAt }: PendingReread): Promise<void> {
      await db.deleteFrom('settings').where('name', '=', nameOf(bot)).where('value', '=', String(changedAt)).execute();
    },
  };
}

/**
 * A launch that came right before the change may still be on its way by the former rules: other processes trust a bot's
 * row for 30 seconds. A pass that begins later than this has seen them all.
 */
const settledMs = 60_000;

export interface RereadDeps {
  metadata: Pick<Metadata, 'db' | 'withLock'>;
  store: Pick<EventStore, 'reparseLaunches'>;
  bots: Pick<Bots, 'byKey'>;
  siteTickets: Pick<SiteTickets, 'reader'>;
  logger: Logger;
}

/**
 * Reads the launches of bots again whose start rules changed. The change itself starts a pass at once; the list of what
 * is pending is kept until a later pass (a job) found nothing more, so a killed process loses nothing.
 */
export function createRereads({ metadata, store, bots, siteTickets, logger }: RereadDeps) {
  const pendings = createPendingRereads(metadata.db);
  const activePasses = new Set<Promise<unknown>>();

  async function pass(bot: string, now: number): Promise<number> {
    return metadata.withLock(historyLock(bot), async () => {
      // Read inside the lock: another pass may have settled it.
      const pending = await pendings.of(bot);
      if (pending === null) return 0;
      const launches = await reread(bot);
      if (now - pending.changedAt >= settledMs) await pendings.settle(pending);
      return launches;
    });
  }

  async function reread(bot: string): Promise<number> {
    const row = await bots.byKey(bot);
    if (row === null) return 0;
    const rules = toStartRules(row);
    const read = await siteTickets.reader(bot, rules, (payload) => parseStartPayload(payload, rules));
    const launches = await store.reparseLaunches(bot, read);
    if (launches > 0) logger.info({ bot, launches }, 'launches were read again by changed start rules');
    return launches;
  }

  return {
    /** Before the rules change: from then on nothing is forgotten. */
    note: pendings.note,
    /** Begins a pass and does not wait for it. */
    begin(bot: string, now: number): void {
      const one = pass(bot, now).catch((error: unknown) => {
        logger.warn({ err: error, bot }, 'could not read launches again; trying later');
      });
      activePasses.add(one);
      void one.finally(() => activePasses.delete(one));
    },
    /** A pass over all that is pending. One bot's failure does not stop the others. */
    async finish(now: number): Promise<{ bots: number; launches: number; failed: number }> {
      const totals = { bots: 0, launches: 0, failed: 0 };
      for (const { bot } of await pendings.all()) {
        try {
          totals.bots += 1;
          totals.launches += await pass(bot, now);
        } catch (error) {
          totals.failed += 1;
          logger.warn({ err: error, bot }, 'could not read launches again; trying later');
        }
      }
      return totals;
    },
    /** Resolves when no pass runs. */
    async settled(): Promise<void> {
      await Promise.all(activePasses);
    },
  };
}

/** Every job that rewrites or deletes the history of a bot takes this lock (`Metadata.withLock`). */
export const historyLock = (bot: string): string => `history/${bot}`;
