import { trimOutbox } from '../../platform/mail/trim-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerInbox } from './notification-routes.ts';
import { createInbox } from './notifications.ts';
import { telegramChannel } from './telegram-channel.ts';

/** Notifications to accounts: in the dashboard, by email and by Telegram. */
export const notifications = defineFeature({
  name: 'notifications',
  tables: ['inbox'],
  create({ config, recordAudit, telegram, ...platform }: Platform & { recordAudit: RecordAudit }) {
    const inbox = createInbox({
      ...platform,
      publicUrl: config.publicUrl,
      telegram: telegramChannel(telegram, config.telegramRoots.global, config.telegramLogin.bot),
    });
    return {
      offers: { inbox },
      routes: (http) => registerInbox(http, { inbox, record: recordAudit }),
      jobs: [{ name: 'trim-outbox', schedule: '41 3 * * *', run: (now) => trimOutbox(config.dataDir, now) }],
      close: inbox.settled,
    };
  },
});
