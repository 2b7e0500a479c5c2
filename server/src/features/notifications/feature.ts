import { api } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import { trimOutbox } from '../../platform/mail/trim-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { createNotifications, type Notifications } from './notifications.ts';
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

function registerNotifications(http: Http<BotRow>, deps: { notifications: Notifications; record: RecordAudit }): void {
  const { notifications, record } = deps;
  http.on(api.listNotifications, ({ account, query }) => notifications.list(signedIn(account).key, query));
  http.on(api.readNotifications, ({ account, body }) => notifications.read(signedIn(account).key, body.up_to));
  http.on(api.markNotification, ({ account, body }) => notifications.mark(signedIn(account).key, body.id, body.read));
  http.on(api.getNotificationSettings, ({ account }) => notifications.settings(signedIn(account).key));
  http.on(api.setNotificationSettings, async ({ body, ...call }) => {
    const settings = await notifications.choose(signedIn(call.account).key, body);
    // Someone else at the keyboard may have switched off the notification that would give them away.
    await record(call, 'profile_changed', { field: 'notifications' });
    return settings;
  });
  http.live('/notifications/live', 'account', ({ account, send, end }) => {
    const { key } = signedIn(account);
    // A page is read after each change; if that fails the browser connects again and begins with a fresh one.
    const notify = (): void => void notifications.list(key).then((page) => send('notifications', page), end);
    notify();
    return notifications.watch(key, notify);
  });
}
