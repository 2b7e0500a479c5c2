import type { Kysely } from 'kysely';
import type { Job } from '../../platform/jobs/job.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { createForgetSkipped } from '../automations/forget-skipped.ts';
import type { createNotifyEnds } from '../campaign-engine/notify-ends.ts';
import type { ApiRequests } from './api/api-requests.ts';
import type { createCampaignFileStore } from './campaign-file-store.ts';
import type { createVisitorCampaigns } from './demo/visitor-campaigns.ts';

/** Jobs of campaigns by the clock: they tidy up, and notify of ends whose process died before it did. */
export function createCampaignJobs(deps: {
  db: Kysely<Tables>;
  files: Pick<ReturnType<typeof createCampaignFileStore>, 'forgetUnused'>;
  visitors: Pick<ReturnType<typeof createVisitorCampaigns>, 'forget'>;
  ends: Pick<ReturnType<typeof createNotifyEnds>, 'notifyAll'>;
  requests: Pick<ApiRequests, 'forgetOld'>;
}): Job[] {
  const { db, files, visitors, ends, requests } = deps;
  const forgetSkipped = createForgetSkipped(db);
  return [
    {
      name: 'forget-campaign-files',
      schedule: '45 * * * *',
      run: async () => ({ files: await files.forgetUnused() }),
    },
    {
      name: 'forget-campaigns-of-visitors',
      schedule: '35 * * * *',
      run: async () => ({ campaigns: await visitors.forget() }),
    },
    {
      name: 'notify-campaign-ends',
      schedule: '* * * * *',
      run: async () => ({ notifications: await ends.notifyAll() }),
    },
    {
      name: 'forget-skipped-triggers',
      schedule: '20 2 * * *',
      run: async () => ({ triggers: await forgetSkipped() }),
    },
    {
      name: 'forget-api-requests',
      schedule: '50 * * * *',
      run: async () => ({ requests: await requests.forgetOld() }),
    },
  ];
}
