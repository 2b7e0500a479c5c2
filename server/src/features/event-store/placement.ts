import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BotLocation, Placement } from '../../events/store/servers/placement.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { locationInMove } from './move-states.ts';

/** A write waits no longer than this for a bot that is not in memory, ms: its caller tries again. */
const locateTimeoutMs = 3_000;

export interface KeptPlacement extends Placement {
  /** Loads the whole map again. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * The map of bots to servers in memory. Other processes' changes arrive by the bus within a second; `refresh` finds
 * those that it missed.
 */
export async function openPlacement(deps: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'subscribe'>;
  logger: Pick<Logger, 'warn'>;
  defaultServer: string;
}): Promise<KeptPlacement> {
  const { db, bus, logger, defaultServer } = deps;
  const locations = new Map<string, BotLocation>();
  const atHome = (server: string | null): BotLocation => {
    const reads = server ?? defaultServer;
    return { reads, writes: [reads], all: [reads], isMoving: false };
  };
  const rows = () =>
    db
      .selectFrom('bots')
      .leftJoin('event_moves', 'event_moves.bot_key', 'bots.key')
      .select(['bots.key', 'event_server', 'source', 'target', 'state']);
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
  const keep = ({ key, event_server: server, source, target, state }: Row): BotLocation => {
    const isMoving = source !== null && target !== null && state !== null;
    const location = isMoving ? locationInMove({ source, target, state }) : atHome(server);
    locations.set(key, location);
    return location;
  };

  /** Loads run one after another: what is kept at last is what was read last. */
  let queue: Promise<unknown> = Promise.resolve();
  function inOrder<T>(load: () => Promise<T>): Promise<T> {
    const turn = queue.then(load).catch((error: unknown) => {
      throw error instanceof AppError ? error : new AppError('StoreUnavailable', { cause: error });
    });
    queue = turn.catch(() => undefined);
    return turn;
  }
  const refresh = (): Promise<void> =>
    inOrder(async () => {
      const botRows = await rows().execute();
      locations.clear();
      botRows.forEach(keep);
    });
  const locateNow = (bot: string): Promise<BotLocation> =>
    inOrder(async () => {
      const row = await rows().where('bots.key', '=', bot).executeTakeFirst();
      // A bot that is not there may be added next: nothing is kept of it.
      return row === undefined ? atHome(null) : keep(row);
    });

  const stop = bus.subscribe('bot-moved', ({ key }) => {
    const load: Promise<unknown> = key === null ? refresh() : locateNow(key);
    load.catch((error: unknown) => logger.warn({ err: error }, 'where a bot was moved to could not be loaded'));
  });
  await refresh();
  return {
    locate(bot) {
      const cachedLocation = locations.get(bot);
      if (cachedLocation !== undefined) return cachedLocation;
      return withTimeout(locateNow(bot), locateTimeoutMs);
    },
    locateNow,
    refresh,
    close: stop,
  };
}
