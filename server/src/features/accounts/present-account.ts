import { type Account, languages } from '@botscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** An account's row, with what belongs to it in other tables. */
export interface AccountRow extends Selectable<Tables['accounts']> {
  has_password: boolean;
  passkeys: number;
}

const hasPassword = sql<boolean>`EXISTS (SELECT FROM credentials
  WHERE credentials.account_id = accounts.id AND provider = 'credential' AND password IS NOT NULL)`;
const passkeyCount = sql<number>`(SELECT count(*)::int FROM passkeys WHERE passkeys.account_id = accounts.id)`;

/** Accounts as `presentAccount` needs them. */
export function selectAccounts(db: Kysely<Tables>) {
  return db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select([hasPassword.as('has_password'), passkeyCount.as('passkeys')]);
}

/** The account as the dashboard gets it. */
export function presentAccount(row: AccountRow): Account {
  return {
    key: row.id,
    email: row.email,
    locale: languageOf(row),
    time_zone: row.time_zone,
    tariff: row.tariff,
    tid: row.tid === null ? null : Number(row.tid),
    expiration_date: null,
    bill_sum: 0,
    currency: row.currency,
    report_currency: row.report_currency,
    telegram_name: row.telegram_name,
    is_admin: row.is_admin,
    has_password: row.has_password,
    second_factor: row.totp_at !== null,
    recovery_codes: row.totp_at === null ? 0 : row.recovery_hashes.length,
    passkeys: row.passkeys,
  };
}

export function languageOf(row: { locale: string }): Account['locale'] {
  return languages.find((language) => language === row.locale) ?? 'en';
}
