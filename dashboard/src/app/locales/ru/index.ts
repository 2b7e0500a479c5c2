import { reportPages } from '../../../analytics/locales/ru/report-pages.ts';
import { reports } from '../../../analytics/locales/ru/reports.ts';
import { permissions } from '../../../features/access/locales/ru/permissions.ts';
import { auth } from '../../../features/accounts/locales/ru/auth.ts';
import { profile } from '../../../features/accounts/locales/ru/profile.ts';
import { audit } from '../../../features/audit/locales/ru/audit.ts';
import { botPages } from '../../../features/bots/locales/ru/bot-pages.ts';
import { live } from '../../../features/live-activity/locales/ru/live.ts';
import { news } from '../../../features/news/locales/ru/news.ts';
import { notifications } from '../../../features/notifications/locales/ru/notifications.ts';
import { share } from '../../../features/shares/locales/ru/share.ts';
import { conversions } from '../../../features/targets/locales/ru/conversions.ts';
import { telegramLogin } from '../../../features/telegram-login/locales/ru/telegram-login.ts';
import { utmBuilder } from '../../../features/utm-links/locales/ru/utm-builder.ts';
import { everywhere } from '../../../platform/i18n/locales/ru/everywhere.ts';
import { palette } from '../../palette/locales/ru/palette.ts';

/** The whole dictionary of the language. Slices live beside this file, one per part of the product. */
export const ru = {
  ...everywhere,
  ...botPages,
  Auth: auth,
  Reports: { ...reports, ...reportPages, lines: { ...reports.lines, ...reportPages.lines } },
  Conversions: conversions,
  Live: live,
  News: news,
  Palette: palette,
  Profile: profile,
  Permissions: permissions,
  Share: share,
  TelegramLogin: telegramLogin,
  Audit: audit,
  Notifications: notifications,
  UtmBuilder: utmBuilder,
};
