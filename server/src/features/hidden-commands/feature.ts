import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { createHiddenCommands } from './hidden-commands.ts';
import { registerHiddenCommands } from './hidden-commands-routes.ts';

/** Labels of reply-keyboard buttons that count as commands. */
export const hiddenCommands = defineFeature({
  name: 'hidden-commands',
  tables: ['hidden_commands'],
  create({ logger, metadata, recordAudit, store }: Platform & { recordAudit: RecordAudit; store: EventStore }) {
    const hiddenCommands = createHiddenCommands({ metadata, store, logger });
    return {
      offers: { hiddenCommands },
      routes: (http) => registerHiddenCommands(http, { hiddenCommands, record: recordAudit }),
      jobs: [{ name: 'find-hidden-commands', schedule: '37 * * * *', run: hiddenCommands.findAll }],
    };
  },
});
