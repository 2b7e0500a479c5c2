import { fairStores } from '../../analytics/query/fair-store.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BotErrors } from '../bot-errors/bot-errors.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import { defineFeature } from '../feature.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import { openConfiguredStore } from './open-configured-store.ts';

type Needs = Platform & {
  botErrors: BotErrors;
  erasedUsers: ErasedUsers;
  siteTickets: SiteTickets;
  unsubscribes: Unsubscribes;
};

/**
 * The event store, on one server or several. Rows that the engine refuses go to the error log of their bot; events of
 * erased users do not reach it, whatever their origin. Events that unsubscribe users are noted on their way,
 * and launches by a ticket get the source of its visit.
 */
export const eventStore = defineFeature({
  name: 'event-store',
  tables: ['event_servers', 'event_moves'],
  async create({ bus, config, logger, metadata, metrics, botErrors, erasedUsers, siteTickets, unsubscribes }: Needs) {
    const { store, servers, close } = await openConfiguredStore({
      config,
      metadata,
      bus,
      logger,
      metrics,
      wrap: fairStores(metrics),
      onRejected: (rejections) => botErrors.record(rejections.map((rejection) => ({ ...rejection, code: 400 }))),
    });
    const filteringStore: EventStore = {
      ...store,
      async write(events) {
        const keptEvents = erasedUsers.withoutErased(events);
        // Before they are durable: who sent them sends them again where this fails.
        await unsubscribes.noteEvents(keptEvents);
        await store.write(await siteTickets.resolve(keptEvents));
      },
    };
    return { offers: { store: filteringStore, eventServers: servers }, close };
  },
});
