import type { EventStore } from '../../events/store/event-store.ts';
import type { RecentHits } from '../../ingest/hits/recent-hits.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Instances } from '../instances/instances.ts';
import { forgetRemoved } from './forget-removed.ts';
import { forgetOldLaunches } from './launch-store.ts';
import type { SiteUsers } from './site-users.ts';
import type { createSiteSalts } from './site-visitors.ts';

/** Jobs that delete what pages, visits and launches have left. */
export function forgetJobs(deps: {
  store: Pick<EventStore, 'deleteHits' | 'deleteSiteHits'>;
  metadata: Platform['metadata'];
  logger: Platform['logger'];
  instances: Pick<Instances, 'haveStored'>;
  salts: Pick<ReturnType<typeof createSiteSalts>, 'forgetOld'>;
  recentHits: Pick<RecentHits, 'forgetOld'>;
  siteUsers: Pick<SiteUsers, 'forgetOld'>;
}): Job[] {
  const { store, metadata, logger, instances, salts, recentHits, siteUsers } = deps;
  return [
    {
      name: 'forget-removed-pages',
      schedule: '*/10 * * * *',
      run: async () => ({
        pages: await forgetRemoved({ store, metadata, haveStored: instances.haveStored, logger }),
      }),
    },
    {
      name: 'forget-site-salts',
      schedule: '5 * * * *',
      run: async (now) => ({ salts: await salts.forgetOld(now), recent: await recentHits.forgetOld(now) }),
    },
    {
      name: 'forget-known-site-visits',
      schedule: '20 * * * *',
      run: async (now) => ({ visits: await siteUsers.forgetOld(now) }),
    },
    {
      name: 'forget-mini-app-launches',
      schedule: '40 * * * *',
      run: async (now) => ({ launches: await forgetOldLaunches(metadata.db, now) }),
    },
  ];
}
