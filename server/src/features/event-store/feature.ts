import { fairStore } from '../../analytics/query/fair-store.ts';
import { openEventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BotErrors } from '../bot-errors/bot-errors.ts';
import { defineFeature } from '../feature.ts';

/** The event store. Rows that the engine refuses go to the error log of their bot. */
export const eventStore = defineFeature({
  name: 'event-store',
  async create({ config, logger, metadata, metrics, botErrors }: Platform & { botErrors: BotErrors }) {
    const store = await openEventStore({
      dataDir: config.dataDir,
      clickhouseUrl: config.clickhouseUrl,
      timeoutMs: config.eventStoreTimeoutMs,
      stopWaitMs: config.stopWaitMs,
      logger,
      metrics,
      withLock: (work) => metadata.withLock('event-migrations', work),
      onRejected: (rejections) => botErrors.record(rejections.map((rejection) => ({ ...rejection, code: 400 }))),
    });
    return { offers: { store: fairStore(store, metrics) }, close: store.close };
  },
});
