import { Counter } from 'prom-client';
import type { EventStore } from '../../events/store/event-store.ts';
import { createHitLimits } from '../../ingest/hits/hit-limits.ts';
import { registerHitRoutes } from '../../ingest/hits/hit-routes.ts';
import { importKey, telegramKey } from '../../ingest/hits/init-data.ts';
import { createLaunchProofs } from '../../ingest/hits/launch-proofs.ts';
import { createNameCaps } from '../../ingest/hits/name-caps.ts';
import { createTakeHits } from '../../ingest/hits/take-hits.ts';
import { createHitRecorder } from '../../ingest/recording/hit-recorder.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { ErasedPeople } from '../erased-people/erased-people.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { createAppErrors } from './app-errors.ts';
import { createAppKeys } from './app-keys.ts';
import { forgetRemovedApps } from './forget-apps.ts';
import { createHitBots } from './hit-bots.ts';
import { launchData } from './launch-data.ts';
import { createLaunchStore, forgetOldLaunches } from './launch-store.ts';
import { createMiniAppNumbers } from './mini-app-numbers.ts';
import { registerMiniApps } from './mini-app-routes.ts';
import { createMiniAppStore } from './mini-app-store.ts';
import { createMiniApps } from './mini-apps.ts';
import { createRecentHits } from './recent-hits.ts';

type Needs = Platform & {
  bots: Bots;
  erasedPeople: ErasedPeople;
  instances: Instances;
  recordAudit: RecordAudit;
  store: EventStore;
};

const pages = 'pages of Mini Apps report here from anywhere; their key names the app';

/** Mini Apps: who has which, and what their pages report. */
export const miniApps = defineFeature({
  name: 'mini-apps',
  tables: ['mini_apps', 'mini_app_launches', 'mini_app_errors', 'mini_app_recent_hits'],
  publicRoutes: { 'POST /hit': pages, 'POST /hit/*': pages, 'OPTIONS /hit': pages, 'OPTIONS /hit/*': pages },
  create({
    bots,
    bus,
    config,
    erasedPeople,
    instanceId,
    instances,
    logger,
    metadata,
    metrics,
    recordAudit,
    store,
  }: Needs) {
    const { db } = metadata;
    const rows = createMiniAppStore(db);
    const errors = createAppErrors({ db, logger });
    const recentHits = createRecentHits({ db, bus, instanceId, logger });
    const numbers = createMiniAppNumbers({ store });
    const appKeys = createAppKeys({ rows, bus, now: Date.now });
    const keys = [telegramKey, ...(config.initDataTestKey === null ? [] : [config.initDataTestKey])].map(importKey);
    const proofs = createLaunchProofs({ store: createLaunchStore(db), keys, now: Date.now });
    const apps = createMiniApps({ metadata, bus });
    const stopForgetting = bus.subscribe('erasures-changed', proofs.forgetAll);
    return {
      offers: { miniApps: apps },
      personData: [
        launchData(db),
        { name: 'mini_app_errors', erase: errors.erasePeople },
        { name: 'mini_app_recent_hits', erase: recentHits.erasePeople },
      ],
      routes: (http) =>
        registerMiniApps(http, {
          ...{ miniApps: apps, numbers, recentHits, errors, bots },
          ...{ grantsOf: grantsReader(db), record: recordAudit },
        }),
      ingest(app) {
        const answers = new Counter({
          name: 'botscope_hit_requests_total',
          help: 'Requests of Mini App pages, by what was dropped of them',
          labelNames: ['status', 'dropped'],
          registers: [metrics],
        });
        const take = createTakeHits({
          appOfKey: appKeys.ofKey,
          botOf: createHitBots(bots),
          proofs,
          limits: createHitLimits({ now: Date.now }),
          caps: createNameCaps({ known: numbers.names, now: Date.now }),
          isErased: erasedPeople.isErased,
          record: createHitRecorder({ store }),
          note: recentHits.note,
          noteBad: (of, bad) => errors.record(of.id, bad),
          now: Date.now,
        });
        registerHitRoutes(app, {
          take,
          onAnswer: ({ status, dropped }) => answers.inc({ status: String(status), dropped }),
        });
      },
      jobs: [
        {
          name: 'forget-removed-mini-apps',
          schedule: '*/10 * * * *',
          run: async () => ({
            apps: await forgetRemovedApps({ rows, store, metadata, haveStored: instances.haveStored, logger }),
          }),
        },
        {
          name: 'forget-mini-app-launches',
          schedule: '40 * * * *',
          run: async (now) => ({
            launches: await forgetOldLaunches(db, now),
            recent: await recentHits.forgetOld(now),
          }),
        },
      ],
      async close() {
        stopForgetting();
        appKeys.close();
        recentHits.close();
        await errors.close();
      },
    };
  },
});
