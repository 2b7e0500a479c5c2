import { Gauge, type Registry } from 'prom-client';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { registerPushRoutes } from '../../ingest/push/push-routes.ts';
import { createConversionRecorder } from '../../ingest/recording/conversion-recorder.ts';
import { createFieldRecorder } from '../../ingest/recording/field-recorder.ts';
import { createPendingUserChecks } from '../../ingest/recording/pending-user-checks.ts';
import { createCallRecorder, createUpdateRecorder } from '../../ingest/recording/recorder.ts';
import { processSecret } from '../../platform/operator-secret.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import { type Created, defineFeature } from '../feature.ts';
import type { ListApiUsers } from '../get-users/get-users.ts';
import type { SiteUsers } from '../pages/pages.ts';
import type { Targets } from '../targets/targets.ts';
import { createLocalHost, type HostDeps } from './local-host.ts';
import type { Vitals } from './messages.ts';
import { serveTraffic } from './serve-traffic.ts';
import { openTraffic, type Traffic, type TrafficPort } from './traffic.ts';

/** The metrics of the traffic process, which has no registry of its own. */
function createVitals(metrics: Registry): (vitals: Vitals) => void {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `botscope_traffic_${name}`, help, registers: [metrics] });
  const delay = gauge('event_loop_delay_p99_seconds', 'Delay of the event loop that carries the bots’ traffic');
  const memory = gauge('resident_memory_bytes', 'Resident memory of the process that carries the bots’ traffic');
  const items = gauge('waiting_items', 'Updates and calls that passed and are not durable yet');
  const size = gauge('waiting_characters', 'Their size');
  const processor = gauge('processor_seconds', 'Processor time of the process that carries the bots’ traffic');
  return (vitals) => {
    delay.set(vitals.delayP99S);
    memory.set(vitals.memoryBytes);
    items.set(vitals.waitingItems);
    size.set(vitals.waitingSize);
    processor.set(vitals.processorS);
  };
}

type Needs = Platform &
  HostDeps & {
    customFields: CustomFields;
    listApiUsers: ListApiUsers;
    siteUsers: SiteUsers;
    store: EventStore;
    targets: Targets;
    trafficPort: TrafficPort | null;
  };

interface Offers {
  /** Undefined where relay and proxy are not in this process. */
  proxy: Traffic['requests'] | undefined;
  /** Counts updates and calls that passed and are not durable yet. */
  unrecordedTraffic: () => Promise<number>;
}

/** Traffic in: the public bot API, Telegram's webhooks, and the proxy before the app. */
export const traffic = defineFeature({
  name: 'traffic',
  publicRoutes: { 'GET /v1/openapi.json': 'the description of the push API' },
  async create(context: Needs): Promise<Created<Offers>> {
    const { bots, config, customFields, listApiUsers, siteUsers, store, targets, waitingUpdates } = context;
    if (!config.roles.includes('ingest')) return { offers: { proxy: undefined, unrecordedTraffic: async () => 0 } };
    const host = createLocalHost(context);
    const { trafficPort } = context;
    // Relay and proxy run in this process, or in one of their own that stands before this one.
    const ownTraffic =
      trafficPort === null
        ? await openTraffic({
            ...context,
            host,
            hashToken: bots.hashToken,
            processSecret: processSecret(config.appSecret),
          })
        : undefined;
    const served =
      trafficPort === null
        ? undefined
        : await serveTraffic({
            host,
            bots,
            takeovers: context.takeovers,
            waiting: waitingUpdates,
            leases: context.leases,
            port: trafficPort,
            onVitals: createVitals(context.metrics),
          });
    const pending = createPendingUserChecks({
      ...context,
      knownUsers: (bot, users) => loadKnownUsers(store, bot, users),
    });
    return {
      offers: {
        proxy: ownTraffic?.requests,
        unrecordedTraffic: served?.unrecorded ?? (async () => host.recorder.waiting().events),
      },
      ingest(app) {
        registerPushRoutes(app, {
          authenticate: bots.authenticate,
          record: createUpdateRecorder(context),
          recordCalls: createCallRecorder(context),
          recordConversions: createConversionRecorder({ store, unknownTargets: targets.unknown, pending }),
          recordFieldValues: createFieldRecorder({ ...context, setValues: customFields.setValues, pending }),
          listUsers: listApiUsers,
          visitorLink: async ({ key }, userId, url) => siteUsers.linkOf(key, userId, url),
          maxBodyBytes: config.pushMaxBytes,
        });
      },
      stop: async () => ownTraffic?.stop(),
      async close() {
        await pending.close();
        await ownTraffic?.close();
        await served?.close();
      },
    };
  },
});
