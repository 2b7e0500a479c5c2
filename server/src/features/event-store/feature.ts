import { fairStores } from '../../analytics/query/fair-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BotErrors } from '../bot-errors/bot-errors.ts';
import { defineFeature } from '../feature.ts';
import { openConfiguredStore } from './open-configured-store.ts';

/** The event store, on one server or several. Rows that the engine refuses go to the error log of their bot. */
export const eventStore = defineFeature({
  name: 'event-store',
  tables: ['event_servers', 'event_moves'],
  async create({ bus, config, logger, metadata, metrics, botErrors }: Platform & { botErrors: BotErrors }) {
    const { store, servers, close } = await openConfiguredStore({
      config,
      metadata,
      bus,
      logger,
      metrics,
      wrap: fairStores(metrics),
      onRejected: (rejections) => botErrors.record(rejections.map((rejection) => ({ ...rejection, code: 400 }))),
    });
    return { offers: { store, eventServers: servers }, close };
  },
});
