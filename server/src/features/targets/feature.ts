import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { SegmentsOf } from '../segments/segments.ts';
import { registerTargets } from './target-routes.ts';
import { createTargets } from './targets.ts';

type Needs = Platform & {
  hiddenCommands: HiddenCommands;
  recordAudit: RecordAudit;
  segmentsOf: SegmentsOf;
  store: EventStore;
};

/** Targets, which define the conversions of a bot. */
export const targets = defineFeature({
  name: 'targets',
  tables: ['targets'],
  create({ bus, config, hiddenCommands, metadata, recordAudit, segmentsOf, store }: Needs) {
    const targets = createTargets({ metadata, store, bus });
    return {
      offers: { targets },
      routes: (http) =>
        registerTargets(http, {
          targets,
          store,
          demoBotKey: config.demo.enabled ? config.demo.botKey : null,
          hiddenCommandsOf: hiddenCommands.stableOf,
          targetsOf: (bot) => targets.countedOf(bot.key),
          segmentsOf,
          record: recordAudit,
        }),
    };
  },
});
