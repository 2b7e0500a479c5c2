import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { registerPushRoutes } from '../../ingest/push/push-routes.ts';
import { createConversionRecorder } from '../../ingest/recording/conversion-recorder.ts';
import { createPendingConversions } from '../../ingest/recording/pending-conversions.ts';
import { createCallRecorder, createUpdateRecorder } from '../../ingest/recording/recorder.ts';
import { type Created, defineFeature } from '../feature.ts';
import type { Targets } from '../targets/targets.ts';
import { openTraffic, type Traffic } from './traffic.ts';

type Needs = Parameters<typeof openTraffic>[0] & { store: EventStore; targets: Targets };

/** Traffic in: the public bot API, Telegram's webhooks, and the proxy before the app. */
export const traffic = defineFeature({
  name: 'traffic',
  publicRoutes: { 'GET /v1/openapi.json': 'the description of the push API' },
  async create(context: Needs): Promise<Created<{ proxy: Traffic['proxy'] | undefined }>> {
    const { bots, config, store, targets } = context;
    if (!config.roles.includes('ingest')) return { offers: { proxy: undefined } };
    const traffic = await openTraffic(context);
    const pending = createPendingConversions({
      ...context,
      knownUsers: (bot, users) => loadKnownUsers(store, bot, users),
    });
    return {
      offers: { proxy: traffic.proxy },
      ingest(app) {
        traffic.registerRoutes(app);
        registerPushRoutes(app, {
          authenticate: bots.authenticate,
          record: createUpdateRecorder(context),
          recordCalls: createCallRecorder(context),
          recordConversions: createConversionRecorder({ store, unknownTargets: targets.unknown, pending }),
          maxBodyBytes: config.pushMaxBytes,
        });
      },
      stop: traffic.stop,
      async close() {
        await pending.close();
        await traffic.close();
      },
    };
  },
});
