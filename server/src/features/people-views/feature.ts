import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerPeopleViews } from './people-view-routes.ts';
import { createPeopleViews } from './people-views.ts';

/** Saved views of the list of users. */
export const peopleViews = defineFeature({
  name: 'people-views',
  tables: ['people_views'],
  create({ metadata, recordAudit }: Platform & { recordAudit: RecordAudit }) {
    const views = createPeopleViews({ metadata });
    return {
      personData: [{ name: 'people_views', erase: views.erase }],
      routes: (http) => registerPeopleViews(http, { views, record: recordAudit }),
    };
  },
});
