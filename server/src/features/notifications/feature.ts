import { trimOutbox } from '../../platform/mail/trim-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerNotifications } from './notification-routes.ts';
import { createNotifications } from './notifications.ts';
import { telegramDelivery } from './telegram-delivery.ts';

/** Notifications to accounts: in the dashboard, by email and by Telegram. */
export const notifications = defineFeature({
  name: 'notifications',
  tables: ['notifications'],
  create({ config, recordAudit, telegram, ...platform }: Platform & { recordAudit: RecordAudit }) {
    const notifications = createNotifications({
      ...platform,
      publicUrl: config.publicUrl,
      telegram: telegramDelivery(telegram, config.telegramRoots.global, config.telegramLogin.bot),
    });
    return {
      offers: { notifications },
      routes: (http) => registerNotifications(http, { notifications, record: recordAudit }),
      jobs: [{ name: 'trim-outbox', schedule: '41 3 * * *', run: (now) => trimOutbox(config.dataDir, now) }],
      close: notifications.settled,
    };
  },
});
