import { registerReports } from '../../analytics/report-routes.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AdCosts } from '../ad-costs/ad-costs.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { SegmentsOf } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';

type Needs = Platform & {
  adCosts: AdCosts;
  hiddenCommands: HiddenCommands;
  recordAudit: RecordAudit;
  segmentsOf: SegmentsOf;
  store: EventStore;
  targets: Targets;
};

/** The calls of the reports; what they compute is in analytics/. */
export const reports = defineFeature({
  name: 'reports',
  create: ({ adCosts, config, hiddenCommands, recordAudit, segmentsOf, store, targets }: Needs) => ({
    routes: (http) =>
      registerReports(http, {
        demoBotKey: config.demo.enabled ? config.demo.botKey : null,
        store,
        record: recordAudit,
        hiddenCommandsOf: hiddenCommands.stableOf,
        targetsOf: (bot) => targets.countedOf(bot.key),
        segmentsOf,
        spendsOf: (bot, from, until) => adCosts.spends(bot.key, from, until),
      }),
  }),
});
