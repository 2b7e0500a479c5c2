import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { botPages } from './bot-pages.ts';
import { conversions } from './conversions.ts';
import { everywhere } from './everywhere.ts';
import { live } from './live.ts';
import { news } from './news.ts';
import { notifications } from './notifications.ts';
import { palette } from './palette.ts';
import { permissions } from './permissions.ts';
import { profile } from './profile.ts';
import { reportPages } from './report-pages.ts';
import { reports } from './reports.ts';
import { share } from './share.ts';
import { telegramLogin } from './telegram-login.ts';
import { utmBuilder } from './utm-builder.ts';

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
