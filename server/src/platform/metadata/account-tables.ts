import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, JsonWithDefault, Nullable, NullableTime, Time } from './column-types.ts';

export interface AccountsTable {
  id: string;
  /** Lower case. Null: came by Telegram and has given none yet. */
  email: Nullable<string>;
  /** True once a mailed code was entered: the account is active. */
  email_verified: Generated<boolean>;
  name: Generated<string>;
  locale: Generated<string>;
  /** IANA name. */
  time_zone: Generated<string>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  /** Id at Telegram. A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
  tid: ColumnType<number | string | null, number | null | undefined, number | null>;
  telegram_name: Generated<string>;
  /** ISO 4217 codes. */
  currency: Generated<string>;
  report_currency: Generated<string>;
  tariff: Generated<number>;
  totp_sealed: Nullable<string>;
  /** Null: no second factor is asked for. */
  totp_at: NullableTime;
  /** Step (30 s since 1970) of the last code that was taken. */
  totp_step: Nullable<number>;
  recovery_hashes: JsonWithDefault<string[]>;
  /** Delivery methods by kind of message; kinds that are absent have their usual ones. */
  notify: JsonWithDefault<Record<string, string[]>>;
  /** Runs the installation; this gives no access to bots. */
  is_admin: Generated<boolean>;
}

export interface CredentialsTable {
  id: string;
  account_id: string;
  issuer: string;
  provider: string;
  provider_account_id: string;
  /** argon2id, with its parameters. */
  password: string | null;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface SessionsTable {
  id: string;
  account_id: string;
  /** SHA-256 of what the cookie holds, hexadecimal. */
  token: string;
  expires_at: Time;
  ip_address: string | null;
  user_agent: string | null;
  created_at: GeneratedTime;
  /** When it was last used, to within minutes. */
  updated_at: GeneratedTime;
}

export interface VerificationsTable {
  id: string;
  identifier: string;
  /** Hash of the code and the number of wrong tries. */
  value: string;
  expires_at: Time;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface SignUpsTable {
  id: string;
  /** Lower case. */
  email: string;
  /** SHA-256 of the device cookie, hexadecimal. */
  device: string;
  /** argon2id, with its parameters. */
  password: string;
  locale: string;
  /** IANA name. */
  time_zone: string;
  created_at: GeneratedTime;
  expires_at: Time;
}

export interface MailedCodesTable {
  id: string;
  purpose: string;
  /** Lower case. */
  email: string;
  device: string;
  /** Null: there was none to activate, or the code is for a new password. */
  sign_up_id: string | null;
  code_hash: string;
  link_hash: string;
  /** Wrong digits so far. */
  tries: Generated<number>;
  created_at: GeneratedTime;
  expires_at: Time;
}

export interface KnownDevicesTable {
  account_id: string;
  device: string;
  seen_at: GeneratedTime;
}

export interface AttemptsTable {
  key: string;
  count: number;
  window_ends_at: Time;
}
