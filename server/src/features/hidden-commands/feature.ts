import { api } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { createHiddenCommands, type HiddenCommands } from './hidden-commands.ts';

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

export function registerHiddenCommands<Bot extends { key: string }>(
  http: Http<Bot>,
  { hiddenCommands, record }: { hiddenCommands: Pick<HiddenCommands, 'list' | 'set'>; record: RecordAudit },
): void {
  http.on(api.listHiddenCommands, ({ bot }) => hiddenCommands.list(permitted(bot).key));
  http.on(api.setHiddenCommand, async ({ body, ...call }) => {
    const list = await hiddenCommands.set(permitted(call.bot).key, body.text, body.state);
    await record(call, 'hidden_command_changed', { name: body.text, state: body.state });
    return list;
  });
}
