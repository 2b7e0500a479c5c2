import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerBotErrors } from './bot-error-routes.ts';
import { createBotErrors, trimBotErrors } from './bot-errors.ts';

/** The error log of each bot. */
export const botErrors = defineFeature({
  name: 'bot-errors',
  tables: ['bot_errors'],
  create({ metadata, logger, recordAudit }: Platform & { recordAudit: RecordAudit }) {
    const botErrors = createBotErrors({ metadata, logger });
    return {
      offers: { botErrors },
      personData: [{ name: 'bot_errors', erase: botErrors.erasePeople }],
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
