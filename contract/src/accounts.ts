import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Language } from './ids.ts';

/** Trimmed and in lower case. */
export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
/** Long enough to be hard to guess, short enough not to be a burden for the hash. */
export const passwordLength = { min: 8, max: 128 } as const;
export const NewPassword = z.string().check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max));

export const Account = z.object({
  key: z.string(),
  email: z.nullable(z.string()),
  locale: Language,
  time_zone: z.string(),
  tariff: z.number(),
  tid: z.nullable(z.number()),
  expiration_date: z.nullable(z.string()),
  bill_sum: z.number(),
  currency: z.string(),
  report_currency: z.string(),
  /** As Telegram names the linked user; '' without a link. */
  telegram_name: z.string(),
  /** Runs the installation; this gives no access to bots. */
  is_admin: z.boolean(),
  has_password: z.boolean(),
  /** True if a code of an app is asked for after the password. */
  second_factor: z.boolean(),
  /** Unused recovery codes of the second factor. */
  recovery_codes: z.number(),
  passkeys: z.number(),
});
export type Account = z.output<typeof Account>;

/** Signed in; or, with `user` null, a code is still required and `second_factor` is the ticket to send with it. */
export const SignedInAnswer = z.object({ user: z.nullable(Account), second_factor: z.nullable(z.string()) });
export type SignedInAnswer = z.output<typeof SignedInAnswer>;

/** Delivery of mails; `log`: no mail server is set, and codes are to be read in the server's log or outbox folder. */
export const MailDelivery = z.enum(['smtp', 'log']);

/** A solved challenge as `challenge:nonce`: the SHA-256 of this text begins with the required zero bits. */
const Work = z.optional(z.string().check(z.maxLength(300)));

export const accountEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/user/sign-in/login',
    access: 'visitor',
    body: z.object({
      identity: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(254)),
      password: z.string().check(z.minLength(1), z.maxLength(passwordLength.max)),
      rememberMe: z._default(z.boolean(), false),
      work: Work,
    }),
    data: SignedInAnswer,
  }),
  /** Work for a turn while a crowd signs in; asked for after the error Overloaded. */
  signInChallenge: endpoint({
    method: 'GET',
    path: '/user/sign-in/challenge',
    access: 'visitor',
    data: z.object({ challenge: z.string(), bits: z.number() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/user/sign-in/logout',
    access: 'visitor',
    encoding: 'form',
    data: z.null(),
  }),
  signup: endpoint({
    method: 'POST',
    path: '/user/sign-in/signup',
    access: 'visitor',
    body: z.object({
      email: Email,
      password: NewPassword,
      lang: z._default(Language, 'en'),
      time_zone: z.optional(z.string().check(z.maxLength(64))),
      work: Work,
    }),
    data: z.object({ email: z.string(), delivery: MailDelivery }),
  }),
  /** A GET of the same path changes nothing: it leads to the page that sends this. */
  activation: endpoint({
    method: 'POST',
    path: '/user/sign-in/activation',
    access: 'visitor',
    body: z.object({ code: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)), email: z.optional(Email) }),
    data: SignedInAnswer,
  }),
  sendActivation: endpoint({
    method: 'POST',
    path: '/user/sign-in/send-activation',
    access: 'visitor',
    body: z.object({ email: Email }),
    data: z.object({ delivery: MailDelivery }),
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/user/sign-in/request-password-reset',
    access: 'visitor',
    body: z.object({ email: Email }),
    data: z.object({ delivery: MailDelivery }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/sign-in/reset-password',
    access: 'visitor',
    body: z.object({
      email: Email,
      code: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)),
      password: NewPassword,
    }),
    data: z.null(),
  }),
  setLang: endpoint({
    method: 'POST',
    path: '/user/profile/set-lang',
    access: 'account',
    query: z.object({ lang: Language }),
    data: z.object({ user: Account }),
  }),
  setTimeZone: endpoint({
    method: 'POST',
    path: '/user/profile/set-time-zone',
    access: 'account',
    query: z.object({ time_zone: z.string().check(z.minLength(1), z.maxLength(64)) }),
    data: z.object({ user: Account }),
  }),
};
