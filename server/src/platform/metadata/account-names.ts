import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Names of colleagues by account; an account that is gone has none. */
export type AccountNames = (accounts: readonly (string | null)[]) => Promise<ReadonlyMap<string, string>>;

export const createAccountNames =
  (db: Kysely<Tables>): AccountNames =>
  async (accounts) => {
    const ids = [...new Set(accounts)].filter((id) => id !== null);
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'name', 'email', 'telegram_name'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, name, email, telegram_name }) => [id, name || telegram_name || (email ?? '')]));
  };
