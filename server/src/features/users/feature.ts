import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { Segments, SegmentsOf } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { registerSegments } from './segment-routes.ts';
import { registerUsers } from './users-routes.ts';

type Needs = Platform & {
  hiddenCommands: HiddenCommands;
  recordAudit: RecordAudit;
  segments: Segments;
  segmentsOf: SegmentsOf;
  store: EventStore;
  targets: Targets;
};

/** The list of a bot's users, and the routes of segments. */
export const users = defineFeature({
  name: 'users',
  create: ({ config, hiddenCommands, recordAudit, segments, segmentsOf, store, targets }: Needs) => ({
    routes(http) {
      const deps = {
        demoBotKey: config.demo.enabled ? config.demo.botKey : null,
        store,
        record: recordAudit,
        hiddenCommandsOf: hiddenCommands.stableOf,
        targetsOf: (bot: { key: string }) => targets.countedOf(bot.key),
        segmentsOf,
      };
      registerUsers(http, deps);
      registerSegments(http, { ...deps, segments });
    },
  }),
});
