import type { Account, Language } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Auth } from './auth.ts';
import { dropCodes } from './codes.ts';
import type { Credentials } from './credentials.ts';
import { presentAccount, selectAccounts } from './present-account.ts';
import { ask } from './refusals.ts';
import type { Sessions } from './sessions.ts';
import { timeZoneFor } from './time-zone.ts';

export interface NewAccount {
  /** Lower case. */
  email: string;
  password: string;
  language: Language;
  /** IANA name; without it the zone follows the language. */
  timeZone?: string | undefined;
}

/** How accounts come to be: by sign-up, or by the operator's word. */
export function createRegister({
  db,
  auth,
  credentials,
  sessions,
  adminIfFirst,
}: {
  db: Metadata['db'];
  auth: Auth;
  credentials: Credentials;
  sessions: Pick<Sessions, 'endAll'>;
  adminIfFirst: (accountKey: string) => Promise<void>;
}) {
  const rowByEmail = (email: string) =>
    db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();

  return {
    /**
     * Makes an account that has to be activated. One that never was takes the new password: whoever holds the mailbox
     * decides which of the two gets in.
     * @throws AppError EmailAddressAlready
     */
    async register({ email, password, language, timeZone }: NewAccount): Promise<void> {
      const place = { locale: language, time_zone: timeZoneFor(language, timeZone) };
      const existing = await rowByEmail(email);
      if (existing?.email_verified) throw new AppError('EmailAddressAlready', { field: 'email' });
      if (existing) {
        await credentials.set(existing.id, password);
        await db.updateTable('accounts').set(place).where('id', '=', existing.id).execute();
        return;
      }
      const body = { email, password, name: '', locale: place.locale, timeZone: place.time_zone };
      try {
        await ask(auth.api.signUpEmail({ body }));
      } catch (error) {
        // Pressed twice: the other request made the account in between, and this one's code is as good as its.
        if (!(await rowByEmail(email))) throw error;
      }
    },

    /**
     * The operator's word: the account is active, with this password if one is given; then every session ends.
     * @throws AppError userNotFound
     */
    async overwrite(email: string, { password }: { password?: string }): Promise<Account> {
      const activated = db.updateTable('accounts').set({ email_verified: true }).where('email', '=', email);
      const row = await activated.returning('id').executeTakeFirst();
      if (!row) throw new AppError('userNotFound', { field: 'email' });
      await adminIfFirst(row.id);
      await dropCodes(auth, email, 'activation');
      if (password !== undefined) {
        await credentials.set(row.id, password);
        await dropCodes(auth, email, 'reset');
        await sessions.endAll(row.id);
      }
      return presentAccount(await selectAccounts(db).where('id', '=', row.id).executeTakeFirstOrThrow());
    },
  };
}
