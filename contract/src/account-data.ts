import * as z from 'zod/mini';
import { Account, Email, MailDelivery, NewPassword, passwordLength } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { BotKey } from './ids.ts';
import { Proof } from './second-factor.ts';

/** Currencies an account may have its bills and reports in: ISO 4217, and Telegram Stars. */
export const accountCurrencies = [
  'RUB',
  'USD',
  'EUR',
  'AED',
  'AMD',
  'AZN',
  'BRL',
  'BYN',
  'CNY',
  'GBP',
  'GEL',
  'IDR',
  'ILS',
  'INR',
  'IRR',
  'JPY',
  'KGS',
  'KRW',
  'KZT',
  'PLN',
  'TRY',
  'UAH',
  'UZS',
  'VND',
  'XTR',
] as const;
const Currency = z.enum(accountCurrencies);

export const AccountSession = z.object({
  id: z.string(),
  /** "Firefox, Windows"; '' if the program did not say. */
  device: z.string(),
  address: z.string(),
  created_at: z.string(),
  /** To within five minutes. */
  last_seen_at: z.string(),
  is_current: z.boolean(),
});
export type AccountSession = z.output<typeof AccountSession>;
const AccountSessions = z.object({ sessions: z.array(AccountSession) });

/** A signed key (JWT, EdDSA) and when it ends to be good, ISO 8601; see the guide's "Keys for other services". */
const SignedKey = z.object({ key: z.string(), expires_at: z.string() });
const UserAnswer = z.object({ user: Account });

/** Below `/api`: everything the product knows of the account, as a JSON file. */
export const accountExportPath = '/user/profile/export';

export const accountDataEndpoints = {
  setCurrency: endpoint({
    method: 'POST',
    path: '/user/profile/set-currency',
    access: 'account',
    query: z.object({ currency: Currency }),
    data: UserAnswer,
  }),
  setReportCurrency: endpoint({
    method: 'POST',
    path: '/user/profile/set-report-currency',
    access: 'account',
    query: z.object({ report_currency: Currency }),
    data: UserAnswer,
  }),
  sendProofCode: endpoint({
    method: 'POST',
    path: '/user/profile/send-proof-code',
    access: 'account',
    data: z.object({ delivery: MailDelivery }),
  }),
  setEmail: endpoint({
    method: 'POST',
    path: '/user/profile/set-email',
    access: 'account',
    query: z.object({ email: Email }),
    body: z.optional(Proof),
    data: z.object({ email: z.string(), delivery: MailDelivery }),
  }),
  emailCode: endpoint({
    method: 'POST',
    path: '/user/profile/email-code',
    access: 'account',
    query: z.object({ code: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)) }),
    data: UserAnswer,
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/user/profile/set-password',
    access: 'account',
    body: z.object({
      /** Left out by an account that has none. */
      current_password: z.optional(z.string().check(z.maxLength(passwordLength.max))),
      new_password: NewPassword,
      code: Proof.shape.code,
      email_code: Proof.shape.email_code,
    }),
    data: UserAnswer,
  }),
  getAuthKey: endpoint({
    method: 'GET',
    path: '/user/profile/get-auth-key',
    access: 'account',
    /** For which service; it should refuse keys for others. */
    query: z.object({ audience: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) }),
    data: SignedKey,
  }),
  getCdnKey: endpoint({
    method: 'GET',
    path: '/user/default/get-cdn-key',
    access: 'account',
    /** Bot that the files belong to; the account must have some permission on it. */
    query: z.object({ bot: z.optional(BotKey) }),
    data: SignedKey,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/user/profile/sessions',
    access: 'account',
    data: AccountSessions,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/profile/sessions/{id}',
    access: 'account',
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
    data: AccountSessions,
  }),
  signOutEverywhere: endpoint({
    method: 'POST',
    path: '/user/profile/sign-out-everywhere',
    access: 'account',
    /** `here`: in this browser too. */
    body: z.object({ here: z._default(z.boolean(), false) }),
    data: AccountSessions,
  }),
  accountDeletion: endpoint({
    method: 'GET',
    path: '/user/profile/deletion',
    access: 'account',
    /** Deletion removes the account's bots (`members`: how many others use each) and its access to `granted` others. */
    data: z.object({
      bots: z.array(z.object({ key: z.string(), bot_name: z.string(), members: z.number() })),
      granted: z.number(),
    }),
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/user/profile/delete-account',
    access: 'account',
    body: Proof,
    /** Names of bots to which Telegram did not let us give their webhooks back yet: this is tried until it is done. */
    data: z.object({ waiting: z.array(z.string()) }),
  }),
};
