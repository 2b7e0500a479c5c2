import type { Account, Language } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Credentials } from './credentials.ts';
import type { KnownDevices } from './known-devices.ts';
import type { MailedCodes } from './mailed-codes.ts';
import { password as passwords } from './password.ts';
import { presentAccount, selectAccounts } from './present-account.ts';
import type { Sessions } from './sessions.ts';
import { createActiveAccount } from './sign-ups.ts';
import { timeZoneFor } from './time-zone.ts';

export interface NewAccount {
  /** Lower case. */
  email: string;
  password: string;
  language: Language;
  /** IANA name; without it the zone follows the language. */
  timeZone?: string | undefined;
}

/** Accounts by the operator's word: no code is needed. */
export function createRegister(deps: {
  db: Metadata['db'];
  codes: MailedCodes;
  credentials: Credentials;
  devices: KnownDevices;
  sessions: Pick<Sessions, 'endAll'>;
  adminIfFirst: (accountKey: string) => Promise<void>;
  now: () => number;
}) {
  const { db } = deps;
  const loadAccount = async (key: string): Promise<Account> =>
    presentAccount(await selectAccounts(db).where('id', '=', key).executeTakeFirstOrThrow());

  return {
    /** An account that is active at once. @throws AppError EmailAddressAlready */
    async create({ email, password, language, timeZone }: NewAccount): Promise<Account> {
      const place = { locale: language, time_zone: timeZoneFor(language, timeZone) };
      const draft = { email, password: await passwords.hash(password), ...place };
      const key = await createActiveAccount(db, draft, new Date(deps.now()));
      await deps.adminIfFirst(key);
      return loadAccount(key);
    },

    /** Sets the password; every session ends. @throws AppError userNotFound */
    async setPassword(email: string, password: string): Promise<Account> {
      const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
      if (!row) throw new AppError('userNotFound', { field: 'email' });
      await deps.credentials.set(row.id, password);
      await deps.codes.drop(email);
      await deps.devices.forget(row.id);
      await deps.sessions.endAll(row.id);
      return loadAccount(row.id);
    },
  };
}
