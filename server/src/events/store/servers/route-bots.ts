import type { Event } from '@botscope/contract';
import { AppError } from '../../../platform/errors.ts';
import type { EventStore, EventStoreHealth } from '../event-store.ts';
import type { BotLocation, Placement } from './placement.ts';

export interface RoutedStore extends EventStore {
  /** Resolves when every write that began before has ended: those that follow go by the placement as it is now. */
  settleWrites(): Promise<void>;
}

type RewritingMethod =
  | 'deleteBefore'
  | 'deleteHits'
  | 'deleteSiteHits'
  | 'reparseLaunches'
  | 'rebuildUsers'
  | 'changeMembers'
  | 'writeCampaignOutcomes'
  | 'eraseUsers';

/** Routes operations that rewrite the history of a bot to the server that has it. */
function routeRewrites(
  placement: Placement,
  getStore: (server: string) => EventStore,
): Pick<EventStore, RewritingMethod> {
  /** For what rewrites history. Asked for under the bot's lock: a move begins to copy under the same lock. */
  async function locationToRewrite(bot: string): Promise<BotLocation> {
    const location = await placement.locateNow(bot);
    if (location.isMoving) {
      throw new AppError('StoreUnavailable', { message: 'The bot is being moved to another event server; try later' });
    }
    return location;
  }
  return {
    async deleteBefore(bot, before) {
      const { reads } = await locationToRewrite(bot);
      return await getStore(reads).deleteBefore(bot, before);
    },
    async deleteHits(bot, app) {
      const { reads } = await locationToRewrite(bot);
      return await getStore(reads).deleteHits(bot, app);
    },
    async deleteSiteHits(bot, site) {
      const { reads } = await locationToRewrite(bot);
      return await getStore(reads).deleteSiteHits(bot, site);
    },
    async reparseLaunches(bot, read) {
      const { reads } = await locationToRewrite(bot);
      return await getStore(reads).reparseLaunches(bot, read);
    },
    async rebuildUsers(bot) {
      const { reads } = await locationToRewrite(bot);
      await getStore(reads).rebuildUsers(bot);
    },
    async changeMembers(bot, change) {
      const { reads } = await locationToRewrite(bot);
      await getStore(reads).changeMembers(bot, change);
    },
    async writeCampaignOutcomes(bot, outcomes) {
      const { reads } = await locationToRewrite(bot);
      await getStore(reads).writeCampaignOutcomes(bot, outcomes);
    },
    async eraseUsers(bot, erasure) {
      const { reads } = await locationToRewrite(bot);
      return await getStore(reads).eraseUsers(bot, erasure);
    },
  };
}

/** One store of several servers: what concerns a bot goes to the server that has it. No statement concerns two bots. */
export function routeBots(stores: ReadonlyMap<string, EventStore>, placement: Placement): RoutedStore {
  const [first] = stores.values();
  if (first === undefined) throw new Error('There are no servers');
  const writing = new Set<Promise<void>>();
  const all = [...stores.values()];

  function getStore(server: string): EventStore {
    const store = stores.get(server);
    // Added to the installation after this process had started.
    if (!store) throw new AppError('StoreUnavailable', { message: `This process does not know the server ${server}` });
    return store;
  }
  const findReader = async (bot: string): Promise<EventStore> => getStore((await placement.locate(bot)).reads);

  async function write(events: readonly Event[]): Promise<void> {
    const byServer = new Map<string, Event[]>();
    for (const event of events) {
      const location = placement.locate(event.bot);
      const { writes } = location instanceof Promise ? await location : location;
      for (const server of writes) {
        const rows = byServer.get(server) ?? [];
        byServer.set(server, rows);
        rows.push(event);
      }
    }
    await Promise.all([...byServer].map(([server, rows]) => getStore(server).write(rows)));
  }

  return {
    async write(events) {
      const one = write(events);
      writing.add(one);
      try {
        await one;
      } finally {
        writing.delete(one);
      }
    },
    async settleWrites() {
      await Promise.allSettled([...writing]);
    },
    async query(statement) {
      if (statement.server !== undefined) return getStore(statement.server).query(statement);
      if (statement.bot !== undefined) return (await findReader(statement.bot)).query(statement);
      // It reads no events, so any server will do.
      return (all.find((store) => store.health().ready) ?? first).query(statement);
    },
    async writeFile(statement, file) {
      const { bot, server } = statement;
      const store = server !== undefined ? getStore(server) : bot !== undefined ? await findReader(bot) : first;
      await store.writeFile(statement, file);
    },
    completeUntil: async (bot) => (await findReader(bot)).completeUntil(bot),
    async rollup(bot) {
      const { reads } = await placement.locate(bot);
      const rollupState = await getStore(reads).rollup(bot);
      // Also where nothing is rolled up: statements that follow must not find another server's state.
      return { ...(rollupState ?? { generation: 0, until: 0, staleUsers: [], usersToRebuild: [] }), server: reads };
    },
    async rollUp(bot, until) {
      const { reads, isMoving } = await placement.locateNow(bot);
      // The move itself rolls up the copy.
      if (!isMoving) await getStore(reads).rollUp(bot, until);
    },
    async deleteBot(bot) {
      const location = await placement.locateNow(bot);
      for (const server of location.all) await getStore(server).deleteBot(bot);
    },
    ...routeRewrites(placement, getStore),
    countUserRows: async (bot, users) => (await findReader(bot)).countUserRows(bot, users),
    async purgeDeleted() {
      // All of them: a bot that was moved meanwhile has left deleted rows on the server it was moved from.
      return Math.max(...(await Promise.all(all.map((store) => store.purgeDeleted()))));
    },
    async hasReplacedFiles(before) {
      return (await Promise.all(all.map((store) => store.hasReplacedFiles(before)))).includes(true);
    },
    async flush() {
      // One that is away is no reason not to wait for the others.
      const flushed = await Promise.allSettled(all.map((store) => store.flush()));
      for (const one of flushed) if (one.status === 'rejected') throw one.reason;
    },
    spoolPositions: () => all.flatMap((store) => store.spoolPositions()),
    health: () => combineHealth(new Map([...stores].map(([server, store]) => [server, store.health()]))),
    async close() {
      await Promise.all(all.map((store) => store.close()));
    },
  };
}

/** One server that is away must not take the process out of service, since the bots of the others need it. */
function combineHealth(servers: ReadonlyMap<string, EventStoreHealth>): EventStoreHealth {
  const all = [...servers.values()];
  const errors = [...servers].flatMap(([server, { lastError }]) =>
    lastError === null ? [] : `${server}: ${lastError}`,
  );
  return {
    takesRows: all.some((one) => one.takesRows),
    ready: all.some((one) => one.ready),
    engine: 'server',
    spooledRows: all.reduce((sum, one) => sum + one.spooledRows, 0),
    spooledBytes: all.reduce((sum, one) => sum + one.spooledBytes, 0),
    lastError: errors.length === 0 ? null : errors.join('\n'),
    servers: Object.fromEntries(servers),
  };
}
