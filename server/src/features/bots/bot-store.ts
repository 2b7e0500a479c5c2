import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Kysely, sql } from 'kysely';
import type { BotsTable, Tables } from '../../platform/metadata/tables.ts';

/** `visitor`: who looks at the demo, on the bot of a request; see features/access/demo-visitor.ts. */
export type BotRow = Selectable<BotsTable> & { visitor?: string };
export type BotChange = Updateable<BotsTable>;
export type NewBot = Omit<Insertable<BotsTable>, 'username' | 'date_added'>;

/** The bots' rows. A removed bot is invisible to all of it but `removed` and `erase`. */
export function createBotStore(db: Kysely<Tables>) {
  const present = () => db.selectFrom('bots').selectAll().where('removed_at', 'is', null);
  const touch = (
    key: string,
    at: Date,
    first: 'first_update_at' | 'first_call_at',
    last: 'last_update_at' | 'last_call_at',
  ) =>
    db
      .updateTable('bots')
      .set({
        [first]: sql`least(coalesce(${sql.ref(first)}, ${at}), ${at})`,
        // A clock that was ahead for a while must not name the last update until that day comes.
        [last]: sql`case when ${sql.ref(last)} > now() + interval '2 days' then ${at}
          else greatest(coalesce(${sql.ref(last)}, ${at}), ${at}) end`,
      })
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirst();
  return {
    byKey: (key: string): Promise<BotRow | undefined> => present().where('key', '=', key).executeTakeFirst(),

    byKeys: (keys: readonly string[]): Promise<BotRow[]> => present().where('key', 'in', keys).execute(),

    byName: (name: string): Promise<BotRow | undefined> =>
      present().where(sql<string>`lower(bot_name)`, '=', name.toLowerCase()).executeTakeFirst(),

    byTokenHash: (hash: string): Promise<BotRow | undefined> =>
      present().where('token_hash', '=', hash).executeTakeFirst(),

    byTelegramId: (id: number): Promise<BotRow | undefined> =>
      present().where('telegram_id', '=', id).executeTakeFirst(),

    byWebhook: (webhook: string): Promise<BotRow[]> => present().where('webhook', '=', webhook).execute(),

    ofAccount: (accountKey: string): Promise<BotRow[]> =>
      present().where('account_key', '=', accountKey).orderBy('date_added').orderBy('key').execute(),

    shownTo: (accountKey: string, granted: readonly string[]): Promise<BotRow[]> =>
      present()
        .where((where) =>
          where.or([
            where('account_key', '=', accountKey),
            // `IN ()` is no SQL.
            ...(granted.length === 0 ? [] : [where('key', 'in', granted)]),
          ]),
        )
        .orderBy(
          ({ eb }) => eb('account_key', '=', accountKey),
          (order) => order.desc().nullsLast(),
        )
        .orderBy('date_added')
        .orderBy('key')
        .execute(),

    all: (): Promise<BotRow[]> => present().orderBy('date_added').orderBy('key').execute(),

    insert: (row: NewBot): Promise<BotRow> =>
      db
        .insertInto('bots')
        .values({ ...row, username: row.bot_name, date_added: new Date() })
        .returningAll()
        .executeTakeFirstOrThrow(),

    update: (key: string, change: BotChange): Promise<BotRow | undefined> =>
      db
        .updateTable('bots')
        .set(change)
        .where('key', '=', key)
        .where('removed_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),

    /** Changes the row by what it holds, with no change of another process in between; undefined where nothing changes. */
    updateBy: (key: string, changeOf: (row: BotRow) => BotChange | null): Promise<BotRow | undefined> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('bots')
          .selectAll()
          .where('key', '=', key)
          .where('removed_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        const change = row === undefined ? null : changeOf(row);
        if (change === null) return undefined;
        return transaction.updateTable('bots').set(change).where('key', '=', key).returningAll().executeTakeFirst();
      }),

    /** Moves the dates of the first and last update outwards; copies and late data never move them inwards. */
    touchUpdate: (key: string, at: Date): Promise<BotRow | undefined> =>
      touch(key, at, 'first_update_at', 'last_update_at'),

    touchCall: (key: string, at: Date): Promise<BotRow | undefined> => touch(key, at, 'first_call_at', 'last_call_at'),

    /** When the newest update or call of any bot was received; null = none yet. */
    newestReceipt: async (): Promise<Date | null> => {
      const row = await db
        .selectFrom('bots')
        .select(sql<Date | null>`greatest(max(last_update_at), max(last_call_at))`.as('newest'))
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return row?.newest ?? null;
    },

    /** Bots with a token that nobody has looked at since `before`, marked as looked at: another process skips them. */
    claimForCheck: (before: Date, at: Date, most: number): Promise<BotRow[]> =>
      db
        .updateTable('bots')
        .set({ checked_at: at })
        .where('key', 'in', (from) =>
          from
            .selectFrom('bots')
            .select('key')
            .where('removed_at', 'is', null)
            .where('owner_deleted_at', 'is', null)
            .where('token_sealed', 'is not', null)
            .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', before)]))
            .orderBy('checked_at', (order) => order.asc().nullsFirst())
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute(),

    /** True if some bot that calls through our API root was connected by its name alone, and has not called yet. */
    awaitsToken: async (): Promise<boolean> => {
      const row = await present()
        .where('token_hash', 'is', null)
        .where('telegram_id', 'is', null)
        .where((where) =>
          where.or([
            where.and([where('connection_type', '=', 'manual'), where('delivery_method', '=', 'getUpdates')]),
            where('delivery_method_send', '=', 'proxy'),
          ]),
        )
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    leaving: (): Promise<BotRow[]> =>
      present().where('owner_deleted_at', 'is not', null).orderBy('owner_deleted_at').execute(),

    withProblemsButNoToken: (): Promise<BotRow[]> =>
      present().where('token_sealed', 'is', null).where(sql<boolean>`problems <> '[]'::jsonb`).execute(),

    /** At a moment of the database's clock, with which the reports of all instances are compared. */
    remove: (key: string, change: BotChange): Promise<BotRow | undefined> =>
      db
        .updateTable('bots')
        .set({ ...change, removed_at: sql<Date>`now()` })
        .where('key', '=', key)
        .where('removed_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),

    async removed(): Promise<{ key: string; removedAt: Date }[]> {
      const rows = await db
        .selectFrom('bots')
        .select(['key', 'removed_at'])
        .where('removed_at', 'is not', null)
        .execute();
      return rows.flatMap(({ key, removed_at: removedAt }) => (removedAt === null ? [] : [{ key, removedAt }]));
    },

    erase: (key: string) => db.deleteFrom('bots').where('key', '=', key).where('removed_at', 'is not', null).execute(),
  };
}
export type BotStore = ReturnType<typeof createBotStore>;
