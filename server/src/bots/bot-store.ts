import type { Selectable } from 'kysely';
import { type Kysely, sql } from 'kysely';
import type { BotsTable, Tables } from '../metadata/tables.ts';

export type BotRow = Selectable<BotsTable>;

/** The bots' rows. A removed bot is invisible to all of it but `keysRemovedBefore`. */
export function createBotStore(db: Kysely<Tables>) {
  const present = () => db.selectFrom('bots').selectAll().where('removed_at', 'is', null);
  return {
    byKey: (key: string): Promise<BotRow | undefined> => present().where('key', '=', key).executeTakeFirst(),

    byName: (name: string): Promise<BotRow | undefined> =>
      present().where(sql<string>`lower(bot_name)`, '=', name.toLowerCase()).executeTakeFirst(),

    ofAccount: (accountKey: string): Promise<BotRow[]> =>
      present().where('account_key', '=', accountKey).orderBy('date_added').orderBy('key').execute(),

    all: (): Promise<BotRow[]> => present().orderBy('date_added').orderBy('key').execute(),

    insert: (row: Pick<BotRow, 'key' | 'bot_name' | 'account_key' | 'api_key_hash' | 'is_demo'>): Promise<BotRow> =>
      db
        .insertInto('bots')
        .values({ ...row, username: row.bot_name, delivery_method: 'api', date_added: new Date() })
        .returningAll()
        .executeTakeFirstOrThrow(),

    update: (key: string, change: Partial<Pick<BotRow, 'bot_name' | 'username' | 'api_key_hash' | 'removed_at'>>) =>
      db
        .updateTable('bots')
        .set(change)
        .where('key', '=', key)
        .where('removed_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),

    /** Moves the dates of the first and last update outwards; copies and late data never move them inwards. */
    touch: (key: string, at: Date): Promise<BotRow | undefined> =>
      db
        .updateTable('bots')
        .set({
          first_update_at: sql`least(coalesce(first_update_at, ${at}), ${at})`,
          last_update_at: sql`greatest(coalesce(last_update_at, ${at}), ${at})`,
        })
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirst(),

    keysRemoved: async (): Promise<string[]> =>
      (await db.selectFrom('bots').select('key').where('removed_at', 'is not', null).execute()).map((row) => row.key),

    erase: (key: string) => db.deleteFrom('bots').where('key', '=', key).where('removed_at', 'is not', null).execute(),
  };
}
