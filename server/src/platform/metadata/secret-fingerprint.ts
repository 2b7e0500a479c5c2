import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Thrown at start by a process whose APP_SECRET is not the installation's: it could read no token of the database. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';

  constructor() {
    super(
      'APP_SECRET is not the one that this database was set up with: give every process of the installation the same. ' +
        "If the old one is lost, delete the row 'secret_fingerprint' of the table settings; bots then have to be connected again.",
    );
  }
}

/** The settings row; the secret cannot be computed from its value. */
const setting = 'secret_fingerprint';

/**
 * Compares the secret with the one of the process that came first, whose fingerprint the database keeps.
 * @throws WrongSecret
 */
export async function assertSameSecret(db: Kysely<Tables>, secret: string): Promise<void> {
  const value = createHmac('sha256', secret).update('botscope fingerprint of the secret').digest('base64url');
  await db
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const storedSetting = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirstOrThrow();
  if (storedSetting.value !== value) throw new WrongSecret();
}
