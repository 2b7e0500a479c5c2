import { unsubscribeReasonFilters } from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import { unsubscribedSegmentId } from '../../events/store/segment-members.ts';
import type { StoredSubscription, Unsubscribes } from '../unsubscribes/unsubscribes.ts';

interface StoreDeps {
  unsubscribes: Pick<Unsubscribes, 'botsNotInEventStore' | 'notInEventStore' | 'setInEventStore'>;
  store: Pick<EventStore, 'changeMembers'>;
  logger: Pick<Logger, 'warn'>;
}

/** Decisions written per batch. */
const batchSize = 1_000;

/**
 * Writes decisions of users into the event store, where rules of segments are looked up. The rows of the metadata store say
 * what is still to be written, so an interruption loses nothing; the latest decision of a user wins there too.
 */
export function createStoreSubscriptions({ unsubscribes, store, logger }: StoreDeps) {
  async function write(bot: string, subscriptions: readonly StoredSubscription[]): Promise<void> {
    for (const reason of unsubscribeReasonFilters) {
      const segmentId = unsubscribedSegmentId(reason);
      for (const [isMember, group] of Map.groupBy(subscriptions, (one) => one.reason === reason)) {
        const userIds = group.map(({ userId }) => userId);
        const times = group.map(({ decidedAt }) => decidedAt);
        await store.changeMembers(bot, { segmentId, source: { userIds }, isMember, at: times });
      }
    }
  }

  /** Writes the decisions of one bot's users. @returns how many users. @throws AppError StoreUnavailable */
  async function storeBot(bot: string): Promise<number> {
    for (let users = 0; ; ) {
      const pending = await unsubscribes.notInEventStore(bot);
      if (pending.length > 0) {
        await write(bot, pending);
        await unsubscribes.setInEventStore(bot, pending);
      }
      users += pending.length;
      if (pending.length < batchSize) return users;
    }
  }

  return {
    storeBot,
    /** Writes those of all bots; a bot whose events are away waits for the next time. @returns how many users */
    async storeAll(): Promise<number> {
      let users = 0;
      for (const bot of await unsubscribes.botsNotInEventStore()) {
        try {
          users += await storeBot(bot);
        } catch (error) {
          logger.warn({ err: error, bot }, 'who has unsubscribed is stored within a minute');
        }
      }
      return users;
    },
  };
}

/** Writes a bot's decisions soon after each change: one write at a time; changes meanwhile go with the next one. */
export function createStoreSoon(storeOf: (bot: string) => Promise<number>, logger: Pick<Logger, 'warn'>) {
  const activeRuns = new Map<string, Promise<void>>();
  const pendingBots = new Set<string>();

  async function run(bot: string): Promise<void> {
    do {
      pendingBots.delete(bot);
      await storeOf(bot);
    } while (pendingBots.has(bot));
  }

  return {
    begin(bot: string): void {
      if (activeRuns.has(bot)) {
        pendingBots.add(bot);
        return;
      }
      const work = run(bot)
        .catch((error: unknown) => logger.warn({ err: error, bot }, 'who has unsubscribed is stored within a minute'))
        .finally(() => activeRuns.delete(bot));
      activeRuns.set(bot, work);
    },
    async settled(): Promise<void> {
      await Promise.all(activeRuns.values());
    },
  };
}
