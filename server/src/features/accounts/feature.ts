import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EmailMarketing } from '../email-marketing/email-marketing.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createAccessChanges } from './access-changes.ts';
import { registerAccounts } from './account-routes.ts';
import { createAccounts } from './accounts.ts';
import { deviceLifeMs } from './device.ts';
import { registerProfile } from './profile-routes.ts';

/** Deletes sessions, codes and rate limits that have expired. */
export async function forgetExpired(db: Kysely<Tables>, now: number): Promise<Record<string, number>> {
  const time = new Date(now);
  const sessions = await db.deleteFrom('sessions').where('expires_at', '<', time).executeTakeFirst();
  const codes = await db.deleteFrom('verifications').where('expires_at', '<', time).executeTakeFirst();
  const mailed = await db.deleteFrom('mailed_codes').where('expires_at', '<', time).executeTakeFirst();
  const signUps = await db.deleteFrom('sign_ups').where('expires_at', '<', time).executeTakeFirst();
  const lastSeen = new Date(now - deviceLifeMs);
  const devices = await db.deleteFrom('known_devices').where('seen_at', '<', lastSeen).executeTakeFirst();
  const limits = await db.deleteFrom('attempts').where('window_ends_at', '<', time).executeTakeFirst();
  return {
    sessions: Number(sessions.numDeletedRows),
    codes: Number(codes.numDeletedRows + mailed.numDeletedRows),
    signUps: Number(signUps.numDeletedRows),
    devices: Number(devices.numDeletedRows),
    limits: Number(limits.numDeletedRows),
  };
}

/** Accounts, sessions and every way to sign in but Telegram's. */
export const accounts = defineFeature({
  name: 'accounts',
  tables: [
    'accounts',
    'credentials',
    'known_devices',
    'mailed_codes',
    'passkeys',
    'sessions',
    'sign_ups',
    'verifications',
  ],
  publicRoutes: {
    'POST /api/user/sign-in/signup': 'there is no account before it',
    'POST /api/user/sign-in/send-activation': 'before the first sign-in',
    'GET /api/user/sign-in/activation': 'leads to the page that asks for it by POST',
    'POST /api/user/sign-in/activation': 'the code is the proof',
    'GET /api/user/sign-in/challenge': 'work for a turn in a crowd, the same for all',
    'POST /api/user/sign-in/login': 'the password is the proof',
    'POST /api/user/sign-in/second-factor': 'the ticket and the code are the proof',
    'POST /api/user/sign-in/passkey-options': 'a challenge, the same for all',
    'POST /api/user/sign-in/passkey': 'the signature is the proof',
    'POST /api/user/sign-in/logout': 'ends the session of the cookie, if there is one',
    'POST /api/user/sign-in/request-password-reset': 'a user who forgot the password is not signed in',
    'POST /api/user/sign-in/reset-password': 'the code is the proof',
  },
  create({
    config,
    emailMarketing,
    notifications,
    ...platform
  }: Platform & { emailMarketing: EmailMarketing; notifications: Notifications }) {
    const { mailer, metadata } = platform;
    const accessChanges = createAccessChanges(platform.bus);
    const accounts = createAccounts({
      ...platform,
      secret: config.appSecret,
      publicUrl: config.publicUrl,
      sessionIdleHours: config.sessionIdleHours,
      notify: notifications.notify,
      emailKnown: emailMarketing.sendAddress,
      sessionsEnded: accessChanges.changed,
    });
    return {
      offers: { accounts, accessChanges },
      routes(http) {
        registerAccounts(http, { accounts, mailer, https: config.publicUrl.startsWith('https:') });
        registerProfile(http, { accounts, mailer });
      },
      jobs: [{ name: 'forget-expired', schedule: '17 * * * *', run: (now) => forgetExpired(metadata.db, now) }],
      close: accounts.settled,
    };
  },
});
