import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerUtmLinks } from './utm-link-routes.ts';
import { createUtmLinks } from './utm-links.ts';

/** The builder of links with UTM parameters, its templates and its history. */
export const utmLinks = defineFeature({
  name: 'utm-links',
  tables: ['utm_links'],
  create: ({ metadata, recordAudit }: Platform & { recordAudit: RecordAudit }) => ({
    routes: (http) => registerUtmLinks(http, { utmLinks: createUtmLinks({ metadata }), record: recordAudit }),
  }),
});
