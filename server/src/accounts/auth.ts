import { createHmac } from 'node:crypto';
import { passwordLength } from '@botscope/contract';
import { betterAuth } from 'better-auth';
import { emailOTP } from 'better-auth/plugins/email-otp';
import type { Logger } from 'pino';
import type { Metadata } from '../metadata/open-metadata.ts';
import { codeLife, type NewCode } from './code.ts';
import { password } from './password.ts';

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

export interface AuthOptions {
  metadata: Metadata;
  secret: string;
  publicUrl: string;
  logger: Logger;
  /** Takes a new code to its owner; must not wait for it. */
  sendCode(code: NewCode): void;
}

/**
 * The sign-in library on our tables: it makes accounts, and codes for people who are not signed in. It is called by its
 * server API only: its own HTTP routes are not served, its rate limits, which hang on those, are replaced by
 * `attempts.ts`, and its sessions, whose tokens it keeps readable, by `sessions.ts`.
 */
export function createAuth(options: AuthOptions) {
  const codeKey = createHmac('sha256', options.secret).update('codes').digest();
  return betterAuth({
    appName: 'Botscope',
    baseURL: options.publicUrl,
    secret: options.secret,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      disableColors: true,
      log: (_level, message, ...details) => options.logger.error({ details }, message),
    },
    database: { db: options.metadata.db, type: 'postgres' },
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: {
        locale: { type: 'string', required: false },
        timeZone: { type: 'string', required: false, fieldName: 'time_zone' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'account_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'account_id',
        providerId: 'provider',
        accountId: 'provider_account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password,
      revokeSessionsOnPasswordReset: true,
    },
    plugins: [
      emailOTP({
        otpLength: codeLife.digits,
        expiresIn: codeLife.minutes * 60,
        allowedAttempts: codeLife.tries,
        // Keyed: there are only a million codes, so a plain hash could be looked up by whoever reads the table.
        storeOTP: { hash: async (digits) => createHmac('sha256', codeKey).update(digits).digest('base64url') },
        sendVerificationOTP: async ({ email, otp, type }) =>
          options.sendCode({ email, digits: otp, purpose: type === 'forget-password' ? 'reset' : 'activation' }),
      }),
    ],
    advanced: {
      ipAddress: { disableIpTracking: true },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
