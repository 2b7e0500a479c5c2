import { trimOutbox } from '../../platform/mail/trim-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerNotifications } from './notification-routes.ts';
import { createNotifications } from './notifications.ts';
import { type TelegramMessage, telegramDelivery } from './telegram-delivery.ts';

/** Notifications to accounts: in the dashboard, by email and by Telegram. */
export const notifications = defineFeature({
  name: 'notifications',
  tables: ['notifications'],
  create({ config, outbox, recordAudit, telegram, ...platform }: Platform & { recordAudit: RecordAudit }) {
    const deliver = telegramDelivery(telegram, config.telegramRoots.global, config.telegramLogin.bot);
    const messages = deliver && outbox.register<TelegramMessage>('telegram', deliver);
    const notifications = createNotifications({
      ...platform,
      publicUrl: config.publicUrl,
      telegram: messages && ((tid, text) => messages.add({ tid, text })),
    });
    return {
      offers: { notifications },
      routes: (http) => registerNotifications(http, { notifications, record: recordAudit }),
      jobs: [{ name: 'trim-outbox', schedule: '41 3 * * *', run: (now) => trimOutbox(config.dataDir, now) }],
    };
  },
});
