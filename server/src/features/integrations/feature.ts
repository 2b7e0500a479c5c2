import { randomUUID } from 'node:crypto';
import type { EventStore } from '../../events/store/event-store.ts';
import type { WorkLoop } from '../../platform/claims/work-loop.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { LoadCampaignSettings } from '../campaigns/campaigns.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { createDeliveryStore } from './engine/delivery-store.ts';
import { createLanes } from './engine/lanes.ts';
import type { SendDeps } from './engine/send-request.ts';
import { createSendWave } from './engine/send-wave.ts';
import { startSender } from './engine/start-sender.ts';
import { eraseFromIntegrations } from './erase-users.ts';
import { createBackfillConsumer, startBackfill } from './events/backfills.ts';
import { countEvents } from './events/find-events.ts';
import { createIntegrationConsumer } from './events/integration-consumer.ts';
import { createEventFiles } from './files/event-files.ts';
import { createFileConsumer, pastBegin, pastEnd } from './files/file-consumer.ts';
import { countFileEvents } from './files/file-sql.ts';
import { createKeptFrom } from './files/kept-from.ts';
import { sendsFiles } from './files/sends-files.ts';
import { registerIntegrations } from './integration-routes.ts';
import { readConfiguration, readSelection } from './integration-row.ts';
import { createIntegrations } from './integrations.ts';
import { createTryDraft } from './try-draft.ts';
import { createWatchFailing } from './watch-failing.ts';
import { registerWebhookApi } from './webhook-api.ts';

type Needs = Platform & {
  bots: Bots;
  campaignSettings: LoadCampaignSettings;
  erasedUsers: ErasedUsers;
  notifications: Notifications;
  recordAudit: RecordAudit;
  siteTickets: SiteTickets;
  store: EventStore;
};

/** Sends what happens in bots to other tools: the catalogue, the engine, and the log of deliveries. */
export const integrations = defineFeature({
  name: 'integrations',
  tables: [
    'integrations',
    'integration_lanes',
    'integration_deliveries',
    'integration_attempts',
    'integration_days',
    'integration_memory',
    'integration_backfills',
    'integration_bin_requests',
  ],
  create(context: Needs) {
    const { bots, bus, campaignSettings: settingsOf, config, erasedUsers, instanceId, logger, metadata } = context;
    const { notifications, recordAudit, sealer, siteTickets, store } = context;
    const { db } = metadata;
    const now = Date.now;
    const sending: SendDeps = {
      dispatcher: context.guardedDispatcher,
      origins: config.integrationOrigins,
      ownHosts: new Set([new URL(config.publicUrl).host]),
      now,
    };
    const keptFrom = createKeptFrom(db, now);
    const files = createEventFiles({ store, sealer, dataDir: config.dataDir, keptFrom });
    const all = createIntegrations({ db, bus, sealer });
    const log = createDeliveryLog(db);
    let sender: WorkLoop | null = null;
    const wakeSender = (): void => sender?.wake();
    const consumerDeps = {
      ...{ db, store, siteTickets, sealer, now, settingsOf, wakeSender, keptFrom, isErased: erasedUsers.isErased },
      nameOf: async (key: string) => (await bots.cached(key))?.bot_name ?? null,
    };
    return {
      offers: { integrations: all },
      userData: eraseFromIntegrations({ db, sealer }),
      consumers: [
        createIntegrationConsumer(consumerDeps),
        createBackfillConsumer(consumerDeps),
        createFileConsumer(consumerDeps),
      ],
      jobs: [
        {
          name: 'forget-deliveries',
          schedule: '15 * * * *',
          run: async (at) => ({ deliveries: await log.forgetOld(at) }),
        },
        {
          name: 'watch-failing-integrations',
          schedule: '*/5 * * * *',
          run: async () => ({ notified: await createWatchFailing(db, notifications)() }),
        },
      ],
      routes: (http) =>
        registerIntegrations(http, {
          ...{ integrations: all, log, bots, sealer, record: recordAudit, now, grantsOf: grantsReader(db) },
          tryDraft: createTryDraft({ db, store, siteTickets, sealer, sending, settingsOf, now }),
          wake: (bot) => bus.publish('integrations-changed', bot),
          backfill: {
            async count(bot, row, from) {
              if (sendsFiles(row.provider)) {
                const { types } = readSelection(row.selection);
                const begin = Math.max(pastBegin(from), await keptFrom(bot));
                return (await countFileEvents(store, bot, types, begin, pastEnd(row.active_since))).count;
              }
              const until = new Date(row.active_since).getTime();
              const settings = await settingsOf(bot, 'UTC');
              return (await countEvents(store, settings, readSelection(row.selection), from, until)).count;
            },
            async start(id, bot, from) {
              await startBackfill(db, id, from);
              bus.publish('integrations-changed', bot);
            },
          },
        }),
      ingest: (app) =>
        registerWebhookApi(app, {
          authenticate: bots.authenticate,
          integrations: all,
          async secretOf(bot, key) {
            const { secrets } = readConfiguration(await all.row(bot, key), sealer);
            return secrets.secret ?? '';
          },
        }),
      async start() {
        await files.clear();
        const lanes = createLanes({ db, claimant: { instance: instanceId, run: randomUUID() } });
        const deliveries = createDeliveryStore({ db, lanes });
        const sendWave = createSendWave({ db, sealer, deliveries, sending, files, logger, random: Math.random });
        const loop = startSender({ lanes, sendWave, logger });
        sender = loop;
        const stopListening = bus.subscribe('integrations-changed', loop.wake);
        return {
          async close() {
            stopListening();
            await loop.close();
          },
        };
      },
    };
  },
});
