import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { auditRecorder, forgetOldAudit } from './audit.ts';
import { registerAudit } from './audit-routes.ts';
import { auditData } from './erase-from-audit.ts';

/** Audit log of bots and accounts, and access to it. */
export const audit = defineFeature({
  name: 'audit',
  tables: ['audit'],
  create: ({ metadata: { db }, sealer }: Platform) => ({
    offers: { recordAudit: auditRecorder(db) },
    personData: [auditData(db, sealer)],
    routes: (http) => registerAudit(http, { db }),
    jobs: [
      {
        name: 'forget-old-audit',
        schedule: '53 3 * * *',
        run: async (now) => ({ deleted: await forgetOldAudit(db, now) }),
      },
    ],
  }),
});
