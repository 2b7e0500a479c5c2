import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** The accounts with access to a bot: its owner, and those who have accepted a grant. */
export async function listColleagues(db: Kysely<Tables>, bot: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bots')
    .select('account_key')
    .where('key', '=', bot)
    .where('account_key', 'is not', null)
    .unionAll(db.selectFrom('grants').select('account_key').where('bot_key', '=', bot).where('expires_at', 'is', null))
    .execute();
  return [...new Set(rows.flatMap(({ account_key }) => account_key ?? []))];
}
