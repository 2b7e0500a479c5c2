import { randomUUID } from 'node:crypto';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { password as passwords } from './password.ts';

/** Columns that mark the row of a password. */
export const passwordCredential = { provider: 'credential', issuer: 'local:credential' } as const;

/** An account's password, kept as its argon2id hash. */
export function createCredentials(db: Metadata['db']) {
  // Guesses for unknown accounts are compared with this: a faster answer would reveal that there is no account.
  const dummy = passwords.hash(randomUUID());
  return {
    async hashOf(accountKey: string): Promise<string | null> {
      const row = db.selectFrom('credentials').select('password').where('account_id', '=', accountKey);
      return (await row.where('provider', '=', passwordCredential.provider).executeTakeFirst())?.password ?? null;
    },
    /** Takes as long for a hash of null as for a wrong password. */
    async verify(hash: string | null, password: string, isKnownDevice = false): Promise<boolean> {
      const isMatch = await passwords.verify({ hash: hash ?? (await dummy), password, isKnownDevice });
      return isMatch && hash !== null;
    },
    /** Sets the password, also the first one. */
    async set(accountKey: string, password: string): Promise<void> {
      const hash = await passwords.hash(password);
      const result = await db
        .updateTable('credentials')
        .set({ password: hash, updated_at: new Date() })
        .where('account_id', '=', accountKey)
        .where('provider', '=', passwordCredential.provider)
        .executeTakeFirst();
      if (result.numUpdatedRows > 0n) return;
      await db
        .insertInto('credentials')
        .values({
          id: randomUUID(),
          account_id: accountKey,
          ...passwordCredential,
          provider_account_id: accountKey,
          password: hash,
        })
        .execute();
    },
  };
}
export type Credentials = ReturnType<typeof createCredentials>;
