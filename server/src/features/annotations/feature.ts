import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerAnnotations } from './annotation-routes.ts';
import { createAnnotations } from './annotations.ts';

/** Notes that the charts of a bot show at a day. */
export const annotations = defineFeature({
  name: 'annotations',
  tables: ['annotations'],
  create: ({ metadata, recordAudit }: Platform & { recordAudit: RecordAudit }) => ({
    routes: (http) => registerAnnotations(http, { annotations: createAnnotations({ metadata }), record: recordAudit }),
  }),
});
