import type { TextPart } from '../../platform/i18n/texts.ts';
import type { menu } from './locales/en/menu.ts';
import type { notificationList } from './locales/en/notification-list.ts';
import type { notifications } from './locales/en/notifications.ts';

export const notificationTexts: TextPart = {
  en: async () => ({
    NotificationList: (await import('./locales/en/notification-list.ts')).notificationList,
    Notifications: (await import('./locales/en/notifications.ts')).notifications,
  }),
  ru: async () => ({
    NotificationList: (await import('./locales/ru/notification-list.ts')).notificationList,
    Notifications: (await import('./locales/ru/notifications.ts')).notifications,
  }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    NotificationList: typeof notificationList;
    Notifications: typeof notifications;
  }
  interface MenuTexts {
    notifications: typeof menu.notifications;
  }
}
