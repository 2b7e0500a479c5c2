import { randomBytes, randomUUID } from 'node:crypto';
import type { Language } from '@botscope/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';
import { passwordCredential } from './credentials.ts';

/** A sign-up waits this long for its code; a new code can be requested meanwhile. */
const lifeMs = 7 * dayMs;

/** Data of a sign-up, which becomes an account once the email is proved. */
export interface SignUpDraft {
  /** Lower case. */
  email: string;
  /** argon2id. */
  password: string;
  locale: Language;
  time_zone: string;
}

/**
 * Sign-ups that wait for their code. Each keeps its own password: a sign-up for another owner's address, before or
 * after its owner's, changes nothing of the owner's.
 */
export function createSignUps(db: Metadata['db'], now: () => number) {
  const activeSignUps = (email: string) =>
    db
      .selectFrom('sign_ups')
      .selectAll()
      .where('email', '=', email)
      .where('expires_at', '>', new Date(now()))
      .orderBy('created_at', 'desc');

  return {
    /** Keeps a sign-up; the one of this browser for this address is replaced. Gives its id. */
    async add(draft: SignUpDraft, device: string): Promise<string> {
      const values = {
        ...draft,
        id: randomUUID(),
        created_at: new Date(now()),
        expires_at: new Date(now() + lifeMs),
      };
      // The one that is replaced keeps its id: of two sign-ups at once, the first still mails its code.
      const { id: _, ...renewed } = values;
      const { id } = await db
        .insertInto('sign_ups')
        .values({ ...values, device })
        .onConflict((conflict) => conflict.columns(['email', 'device']).doUpdateSet(renewed))
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** That of this browser, or else the newest; null if nobody signs up with this address. */
    async find(email: string, device: string | null) {
      const rows = await activeSignUps(email).limit(50).execute();
      return rows.find((row) => row.device === device) ?? rows[0] ?? null;
    },

    byId: (id: string) => db.selectFrom('sign_ups').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}
export type SignUps = ReturnType<typeof createSignUps>;

/**
 * Makes the account of a proved email; all other sign-ups and codes of the address become worthless. Gives its key.
 * @throws AppError EmailAddressAlready
 */
export async function createActiveAccount(db: Kysely<Tables>, draft: SignUpDraft, createdAt: Date): Promise<string> {
  const { email, password, locale, time_zone } = draft;
  const id = randomBytes(16).toString('hex');
  const times = { created_at: createdAt, updated_at: createdAt };
  return db.transaction().execute(async (transaction) => {
    const account = await transaction
      .insertInto('accounts')
      .values({ id, email, email_verified: true, locale, time_zone, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (account === undefined) throw new AppError('EmailAddressAlready', { field: 'email' });
    await transaction
      .insertInto('credentials')
      .values({ id: randomUUID(), account_id: id, ...passwordCredential, provider_account_id: id, password, ...times })
      .execute();
    await forgetSignUps(transaction, email);
    return id;
  });
}

/** The owner who has proved the address decides alone. */
export async function forgetSignUps(db: Kysely<Tables>, email: string): Promise<void> {
  await db.deleteFrom('mailed_codes').where('email', '=', email).execute();
  await db.deleteFrom('sign_ups').where('email', '=', email).execute();
}
