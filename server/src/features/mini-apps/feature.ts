import { RecentHit } from '@botscope/contract';
import type { Kysely } from 'kysely';
import { Counter } from 'prom-client';
import type { EventStore } from '../../events/store/event-store.ts';
import { createHitErrors } from '../../ingest/hits/hit-errors.ts';
import { createHitKeys } from '../../ingest/hits/hit-keys.ts';
import { createHitLimits } from '../../ingest/hits/hit-limits.ts';
import { registerHitRoutes } from '../../ingest/hits/hit-routes.ts';
import { appTables } from '../../ingest/hits/hit-tables.ts';
import { importKey, telegramKey } from '../../ingest/hits/init-data.ts';
import { createLaunchProofs } from '../../ingest/hits/launch-proofs.ts';
import { createNameCaps } from '../../ingest/hits/name-caps.ts';
import { createRecentHits } from '../../ingest/hits/recent-hits.ts';
import type { HitBot } from '../../ingest/hits/take-app-hits.ts';
import { createTakeAppHits } from '../../ingest/hits/take-app-hits.ts';
import { createTakeHits } from '../../ingest/hits/take-hits.ts';
import { createHitRecorder } from '../../ingest/recording/hit-recorder.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { ErasedPeople } from '../erased-people/erased-people.ts';
import type { PersonData } from '../feature.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import type { WebsiteHits } from '../websites/websites.ts';
import { describeHits } from './describe-hits.ts';
import { forgetRemoved } from './forget-removed.ts';
import { createLaunchStore, forgetOldLaunches } from './launch-store.ts';
import { createMiniAppNumbers } from './mini-app-numbers.ts';
import { registerMiniApps } from './mini-app-routes.ts';
import { createMiniAppStore } from './mini-app-store.ts';
import { createMiniApps } from './mini-apps.ts';

/** Proofs of a user's launches of Mini Apps, erased with the user. */
const launchData = (db: Kysely<Tables>): PersonData => ({
  name: 'mini_app_launches',
  async erase(bot, userIds) {
    const { numDeletedRows } = await db
      .deleteFrom('mini_app_launches')
      .where('bot_key', '=', bot)
      .where('user_id', 'in', [...userIds])
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});

/** The bot of a Mini App with what proves its users. Each row is read once: a token is decrypted in some 10 µs. */
function createHitBots(bots: Pick<Bots, 'cached' | 'tokenOf'>): (key: string) => Promise<HitBot | null> {
  const cachedBots = new WeakMap<BotRow, HitBot>();
  return async (key) => {
    const row = await bots.cached(key);
    if (row === null) return null;
    const bot = cachedBots.get(row) ?? {
      ...{ key: row.key, start_rules: row.start_rules, paused_at: row.paused_at },
      ...{ token: bots.tokenOf(row), telegramId: row.telegram_id === null ? null : Number(row.telegram_id) },
    };
    cachedBots.set(row, bot);
    return bot;
  };
}

type Needs = Platform & {
  bots: Bots;
  erasedPeople: ErasedPeople;
  instances: Instances;
  recordAudit: RecordAudit;
  store: EventStore;
  websiteHits: WebsiteHits;
};

const pages = 'pages of Mini Apps and websites report here from anywhere; their key names whose';

/** Mini Apps: who has which, and what their pages report. */
export const miniApps = defineFeature({
  name: 'mini-apps',
  tables: ['mini_apps', 'mini_app_launches', 'mini_app_errors', 'mini_app_recent_hits'],
  publicRoutes: { 'POST /hit': pages, 'POST /hit/*': pages, 'OPTIONS /hit': pages, 'OPTIONS /hit/*': pages },
  create({
    bots,
    bus,
    config,
    countryOf,
    erasedPeople,
    instanceId,
    instances,
    logger,
    metadata,
    metrics,
    recordAudit,
    store,
    websiteHits,
  }: Needs) {
    const { db } = metadata;
    const { unknownKeys } = websiteHits;
    const rows = createMiniAppStore(db);
    const errors = createHitErrors({ db, tables: appTables, logger });
    const schema = RecentHit;
    const recentHits = createRecentHits({ db, tables: appTables, schema, bus, instanceId, logger });
    const numbers = createMiniAppNumbers({ store });
    const appKeys = createHitKeys({ all: rows.all, bus, topic: 'mini-apps-changed' });
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
          ...{ miniApps: apps, numbers, recentHits, unknownKeys, errors, bots },
          ...{ grantsOf: grantsReader(db), record: recordAudit },
        }),
      ingest(app) {
        const answers = new Counter({
          name: 'botscope_hit_requests_total',
          help: 'Requests of pages of Mini Apps and websites, by what was dropped of them',
          labelNames: ['status', 'dropped'],
          registers: [metrics],
        });
        const limits = createHitLimits({ monotonic: systemClock.monotonic });
        const takeAppHits = createTakeAppHits({
          appOfKey: async (key) => {
            const matchingApp = await appKeys.ofKey(key);
            // All visitors of the demo see what its app reports, so nobody else may report there.
            if (matchingApp === null || (await bots.cached(matchingApp.bot))?.is_demo === true) return null;
            return { ...matchingApp, takesHits: matchingApp.status === 'enabled' };
          },
          botOf: createHitBots(bots),
          proofs,
          limits,
          caps: createNameCaps({ reported: numbers.names, now: Date.now }),
          isErased: erasedPeople.isErased,
          countryOf,
          record: createHitRecorder({ store }),
          note: (note) => recentHits.note(note.app, describeHits(note)),
          noteBad: (hitApp, badHits, userId) => errors.record(hitApp.id, badHits, userId),
        });
        const receivers = [takeAppHits, websiteHits.receiver(limits)];
        const take = createTakeHits({ receivers, limits, unknownKeys, now: Date.now });
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
            apps: await forgetRemoved({
              rows,
              deleteHits: store.deleteHits,
              metadata,
              haveStored: instances.haveStored,
              logger,
            }),
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
