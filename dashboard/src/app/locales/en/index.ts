import { reportPages } from '../../../analytics/locales/en/report-pages.ts';
import { reports } from '../../../analytics/locales/en/reports.ts';
import { permissions } from '../../../features/access/locales/en/permissions.ts';
import { auth } from '../../../features/accounts/locales/en/auth.ts';
import { profile } from '../../../features/accounts/locales/en/profile.ts';
import { audit } from '../../../features/audit/locales/en/audit.ts';
import { botPages } from '../../../features/bots/locales/en/bot-pages.ts';
import { live } from '../../../features/live-activity/locales/en/live.ts';
import { news } from '../../../features/news/locales/en/news.ts';
import { notifications } from '../../../features/notifications/locales/en/notifications.ts';
import { share } from '../../../features/shares/locales/en/share.ts';
import { conversions } from '../../../features/targets/locales/en/conversions.ts';
import { telegramLogin } from '../../../features/telegram-login/locales/en/telegram-login.ts';
import { utmBuilder } from '../../../features/utm-links/locales/en/utm-builder.ts';
import { everywhere } from '../../../platform/i18n/locales/en/everywhere.ts';
import { palette } from '../../palette/locales/en/palette.ts';

/** The whole dictionary of the language. Slices live beside this file, one per part of the product. */
export const en = {
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
