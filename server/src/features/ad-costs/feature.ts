import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { registerAdCosts } from './ad-cost-routes.ts';
import { createAdCosts } from './ad-costs.ts';
import { registerBotAdCosts } from './bot-ad-cost-routes.ts';

/** What advertising cost, by day and source. Before the reports, which show it beside what a source brought. */
export const adCosts = defineFeature({
  name: 'ad-costs',
  tables: ['ad_costs'],
  create({ bots, metadata, recordAudit }: Platform & { bots: Bots; recordAudit: RecordAudit }) {
    const adCosts = createAdCosts({ db: metadata.db });
    return {
      offers: { adCosts },
      ingest: (app) => registerBotAdCosts(app, { adCosts, authenticate: bots.authenticate }),
      routes: (http) => registerAdCosts(http, { adCosts, record: recordAudit }),
    };
  },
});
