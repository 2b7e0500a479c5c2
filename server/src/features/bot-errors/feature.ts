import { api, opens } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { type BotErrors, createBotErrors, trimBotErrors } from './bot-errors.ts';

/** The error log of each bot. */
export const botErrors = defineFeature({
  name: 'bot-errors',
  tables: ['bot_errors'],
  create({ metadata, logger, recordAudit }: Platform & { recordAudit: RecordAudit }) {
    const botErrors = createBotErrors({ metadata, logger });
    return {
      offers: { botErrors },
      userData: [{ name: 'bot_errors', erase: botErrors.eraseUsers }],
      routes: (http) => registerBotErrors(http, { botErrors, record: recordAudit }),
      jobs: [
        {
          name: 'trim-bot-errors',
          schedule: '23 3 * * *',
          run: async (now) => ({ deleted: await trimBotErrors(metadata.db, now) }),
        },
      ],
      close: botErrors.close,
    };
  },
});

export function registerBotErrors<Bot extends { key: string }>(
  http: Http<Bot>,
  deps: { botErrors: BotErrors; record: RecordAudit },
): void {
  const { botErrors, record } = deps;
  http.on(api.botErrors, ({ bot, permissions, query }) =>
    botErrors.list(permitted(bot).key, {
      ...query,
      hidesUpdates: !opens(permitted(permissions), 'section.users.chat.view'),
    }),
  );
  http.on(api.clearBotErrors, async (call) => {
    await botErrors.clear(permitted(call.bot).key);
    await record(call, 'errors_cleared');
    return null;
  });
}
