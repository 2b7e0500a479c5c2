import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Loads the names of accounts: email, or Telegram ID. Deleted accounts are left out. */
export async function actorNames(db: Kysely<Tables>, accounts: readonly string[]): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map();
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'tid'])
    .where('id', 'in', [...new Set(accounts)])
    .execute();
  return new Map(rows.map(({ id, email, tid }) => [id, email ?? (tid === null ? '' : String(tid))]));
}
