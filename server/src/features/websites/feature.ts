import { RecentSiteHit } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { createHitErrors } from '../../ingest/hits/hit-errors.ts';
import { createHitKeys } from '../../ingest/hits/hit-keys.ts';
import { siteTables } from '../../ingest/hits/hit-tables.ts';
import { createNameCaps } from '../../ingest/hits/name-caps.ts';
import { createRecentHits } from '../../ingest/hits/recent-hits.ts';
import { createSiteVisitors } from '../../ingest/hits/site-visitors.ts';
import { createSiteVisits } from '../../ingest/hits/site-visits.ts';
import { createTakeSiteHits } from '../../ingest/hits/take-site-hits.ts';
import { createUnknownKeys } from '../../ingest/hits/unknown-keys.ts';
import { createSiteHitRecorder } from '../../ingest/recording/site-hit-recorder.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { forgetRemoved } from '../mini-apps/mini-apps.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import type { SiteUsers } from '../site-users/site-users.ts';
import { describeSiteHits } from './describe-site-hits.ts';
import { createSiteSalts } from './site-salts.ts';
import { createWebsiteNumbers } from './website-numbers.ts';
import { registerWebsites } from './website-routes.ts';
import { createWebsiteStore } from './website-store.ts';
import { createWebsites, type WebsiteHits } from './websites.ts';

type Needs = Platform & {
  bots: Bots;
  instances: Instances;
  recordAudit: RecordAudit;
  siteTickets: SiteTickets;
  siteUsers: SiteUsers;
  store: EventStore;
};

/** Websites of bots, and what their pages report by the route of Mini Apps. */
export const websites = defineFeature({
  name: 'websites',
  tables: ['websites', 'website_errors', 'website_recent_hits', 'site_salts'],
  create(context: Needs) {
    const { bots, bus, countryOf, instanceId, instances, logger, metadata, recordAudit, store } = context;
    const { siteTickets, siteUsers } = context;
    const { db } = metadata;
    const rows = createWebsiteStore(db);
    const errors = createHitErrors({ db, tables: siteTables, logger });
    const schema = RecentSiteHit;
    const recentHits = createRecentHits({ db, tables: siteTables, schema, bus, instanceId, logger });
    const numbers = createWebsiteNumbers({ store, siteTickets });
    const keys = createHitKeys({ all: rows.all, bus, topic: 'websites-changed' });
    const salts = createSiteSalts({ db });
    const unknownKeys = createUnknownKeys({ now: Date.now });
    const websiteHits: WebsiteHits = {
      unknownKeys,
      receiver: (limits) =>
        createTakeSiteHits({
          async siteOfKey(key) {
            const matchingSite = await keys.ofKey(key);
            // All visitors of the demo see what its website reports, so nobody else may report there.
            if (matchingSite === null || (await bots.cached(matchingSite.bot))?.is_demo === true) return null;
            return { ...matchingSite, takesHits: matchingSite.status === 'enabled' };
          },
          async botOf(key) {
            const bot = await bots.cached(key);
            return bot && { key, username: bot.username, isPaused: bot.paused_at !== null };
          },
          visitorOf: createSiteVisitors({ saltOf: salts.of }),
          countryOf,
          visits: createSiteVisits({ monotonic: systemClock.monotonic }),
          userOf: siteUsers.userOf,
          limits,
          caps: createNameCaps({ reported: numbers.names, now: Date.now }),
          record: createSiteHitRecorder({ store }),
          issue: (tickets, network) => siteTickets.issue(tickets, network, store.write),
          note: (note) => recentHits.note(note.site, describeSiteHits(note)),
          noteBad: (site, badHits, userId) => errors.record(site.id, badHits, userId),
        }),
    };
    const websites = createWebsites({ metadata, bus, siteTickets });
    return {
      offers: { websiteHits, websites },
      routes: (http) =>
        registerWebsites(http, {
          ...{ websites, numbers, recentHits, unknownKeys, errors, bots },
          ...{ grantsOf: grantsReader(db), record: recordAudit },
        }),
      personData: [
        { name: 'website_errors', erase: errors.erasePeople },
        { name: 'website_recent_hits', erase: recentHits.erasePeople },
      ],
      jobs: [
        {
          name: 'forget-removed-websites',
          schedule: '*/10 * * * *',
          run: async () => ({
            sites: await forgetRemoved({
              ...{ rows, deleteHits: store.deleteSiteHits, metadata, logger },
              haveStored: instances.haveStored,
            }),
          }),
        },
        {
          name: 'forget-site-salts',
          schedule: '5 * * * *',
          run: async (now) => ({ salts: await salts.forgetOld(now), recent: await recentHits.forgetOld(now) }),
        },
      ],
      async close() {
        keys.close();
        salts.close();
        recentHits.close();
        await errors.close();
      },
    };
  },
});
