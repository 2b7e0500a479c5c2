import type { Kysely } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { EventStore } from '../../events/store/event-store.ts';
import { createHitErrors } from '../../ingest/hits/hit-errors.ts';
import { createHitKeys } from '../../ingest/hits/hit-keys.ts';
import { createHitLimits } from '../../ingest/hits/hit-limits.ts';
import { registerHitRoutes } from '../../ingest/hits/hit-routes.ts';
import { importKey, telegramKey } from '../../ingest/hits/init-data.ts';
import { createLaunchProofs } from '../../ingest/hits/launch-proofs.ts';
import { createNameCaps } from '../../ingest/hits/name-caps.ts';
import { createRecentHits } from '../../ingest/hits/recent-hits.ts';
import { createSiteVisits } from '../../ingest/hits/site-visits.ts';
import { createTakeAppHits } from '../../ingest/hits/take-app-hits.ts';
import { createTakeHits } from '../../ingest/hits/take-hits.ts';
import { createTakeSiteHits } from '../../ingest/hits/take-site-hits.ts';
import { createUnknownKeys } from '../../ingest/hits/unknown-keys.ts';
import { createHitRecorder } from '../../ingest/recording/hit-recorder.ts';
import { createSiteHitRecorder } from '../../ingest/recording/site-hit-recorder.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import type { UserData } from '../feature.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { describeHits } from './describe-hits.ts';
import { forgetJobs } from './forget-jobs.ts';
import { createHitLookups } from './hit-lookups.ts';
import { createLaunchStore } from './launch-store.ts';
import { createPageNumbers } from './page-numbers.ts';
import { registerPages } from './page-routes.ts';
import { listPages } from './page-store.ts';
import { createPages, type PagesByKind } from './pages.ts';
import { registerScripts } from './script-routes.ts';
import { readPackages, readScripts } from './scripts.ts';
import { createSiteUsers } from './site-users.ts';
import { createSiteSalts, createSiteVisitors } from './site-visitors.ts';

/** Proofs of a user's launches of Mini Apps, erased with the user. */
const launchData = (db: Kysely<Tables>): UserData => ({
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

/** Counts answers to pages for /metrics. */
function countAnswers(metrics: Registry): (answer: { status: number; dropped: string }) => void {
  const answers = new Counter({
    name: 'botscope_hit_requests_total',
    help: 'Requests of pages of Mini Apps and websites, by what was dropped of them',
    labelNames: ['status', 'dropped'],
    registers: [metrics],
  });
  return ({ status, dropped }) => answers.inc({ status: String(status), dropped });
}

type Needs = Platform & {
  bots: Bots;
  erasedUsers: ErasedUsers;
  instances: Instances;
  recordAudit: RecordAudit;
  siteTickets: SiteTickets;
  store: EventStore;
};

const hits = 'pages of Mini Apps and websites report here from anywhere; their key names whose';
const script = 'a script that pages of others load';
const npmPackage = 'the same as an npm package';

/** Mini Apps and websites of bots: what their pages report, who visits them, and the scripts that they load. */
export const pages = defineFeature({
  name: 'pages',
  tables: ['pages', 'page_errors', 'page_recent_hits', 'mini_app_launches', 'site_salts', 'known_site_visits'],
  publicRoutes: {
    'POST /hit': hits,
    'POST /hit/*': hits,
    'OPTIONS /hit': hits,
    'OPTIONS /hit/*': hits,
    'GET /w.js': script,
    'GET /w.v1.js': script,
    'GET /site.js': script,
    'GET /site.v1.js': script,
    'GET /botscope-miniapp.tgz': npmPackage,
    'GET /botscope-site.tgz': npmPackage,
  },
  create(context: Needs) {
    const { bots, bus, config, erasedUsers, instanceId, instances, logger, metadata, recordAudit, store } = context;
    const { countryOf, metrics, sealer, siteTickets } = context;
    const { db } = metadata;
    const { isErased } = erasedUsers;
    const errors = createHitErrors({ db, logger });
    const recentHits = createRecentHits({ db, bus, instanceId, logger });
    const numbers = createPageNumbers({ store, siteTickets });
    const keys = createHitKeys({ all: () => listPages(db), bus });
    const lookups = createHitLookups(bots, keys);
    const unknownKeys = createUnknownKeys({ now: Date.now });
    const salts = createSiteSalts({ db });
    const signingKeys = [telegramKey, ...(config.initDataTestKey === null ? [] : [config.initDataTestKey])];
    const proofs = createLaunchProofs({
      ...{ store: createLaunchStore(db), keys: signingKeys.map(importKey), now: Date.now },
    });
    const pages: PagesByKind = {
      app: createPages('app', { metadata, bus }),
      site: createPages('site', { metadata, bus, eraseTickets: siteTickets.eraseSite }),
    };
    const siteUsers = createSiteUsers({
      ...{ db, bus, sealer, isErased },
      tokenOf: lookups.tokenOf,
    });
    const stopForgetting = bus.subscribe('erasures-changed', proofs.forgetAll);

    /** Creates what takes the requests of pages, in a process with the role `ingest`. */
    function createTake() {
      const limits = createHitLimits({ monotonic: systemClock.monotonic });
      const createCaps = () => createNameCaps({ reported: numbers.names, now: Date.now });
      return createTakeHits({
        pageOfKey: lookups.pageOfKey,
        botOf: lookups.botOf,
        takeAppHits: createTakeAppHits({
          ...{ proofs, limits, caps: createCaps(), isErased, countryOf, record: createHitRecorder({ store }) },
        }),
        takeSiteHits: createTakeSiteHits({
          ...{
            limits,
            caps: createCaps(),
            countryOf,
            userOf: siteUsers.userOf,
            record: createSiteHitRecorder({ store }),
          },
          visitorOf: createSiteVisitors({ saltOf: salts.of }),
          visits: createSiteVisits({ monotonic: systemClock.monotonic }),
          issue: (tickets, network) => siteTickets.issue(tickets, network, store.write),
        }),
        limits,
        unknownKeys,
        note: (note) => recentHits.note(note.page, describeHits(note)),
        noteBad: errors.record,
        now: Date.now,
      });
    }

    return {
      offers: { pages, siteUsers },
      userData: [
        launchData(db),
        { name: 'page_errors', erase: errors.eraseUsers },
        { name: 'page_recent_hits', erase: recentHits.eraseUsers },
        { name: 'known_site_visits', erase: siteUsers.erase },
      ],
      routes(http) {
        const grantsOf = grantsReader(db);
        registerPages(http, { pages, numbers, recentHits, unknownKeys, errors, bots, grantsOf, record: recordAudit });
        registerScripts(http, { scripts: readScripts(), packages: readPackages() });
      },
      ingest(app) {
        registerHitRoutes(app, { take: createTake(), onAnswer: countAnswers(metrics) });
      },
      jobs: forgetJobs({ store, metadata, instances, logger, salts, recentHits, siteUsers }),
      async close() {
        stopForgetting();
        keys.close();
        salts.close();
        siteUsers.close();
        recentHits.close();
        await errors.close();
      },
    };
  },
});
