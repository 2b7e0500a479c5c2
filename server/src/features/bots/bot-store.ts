import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

export type BotRow = Selectable<Tables['bots']>;
export type BotChange = Updateable<Tables['bots']>;
export type NewBot = Omit<Insertable<Tables['bots']>, 'username' | 'date_added'>;

/** Reads of bots that are not removed, and `removed`. */
function botQueries(db: Kysely<Tables>) {
  const activeRows = () => db.selectFrom('bots').selectAll().where('removed_at', 'is', null);
  return {
    byKey: (key: string): Promise<BotRow | undefined> => activeRows().where('key', '=', key).executeTakeFirst(),

    byKeys: (keys: readonly string[]): Promise<BotRow[]> => activeRows().where('key', 'in', keys).execute(),

    byName: (name: string): Promise<BotRow | undefined> =>
      activeRows().where(sql<string>`lower(bot_name)`, '=', name.toLowerCase()).executeTakeFirst(),

    byTokenHash: (hash: string): Promise<BotRow | undefined> =>
      activeRows().where('token_hash', '=', hash).executeTakeFirst(),

    byTelegramId: (id: number): Promise<BotRow | undefined> =>
      activeRows().where('telegram_id', '=', id).executeTakeFirst(),

    byWebhook: (webhook: string): Promise<BotRow[]> => activeRows().where('webhook', '=', webhook).execute(),

    ofAccount: (accountKey: string): Promise<BotRow[]> =>
      activeRows().where('account_key', '=', accountKey).orderBy('date_added').orderBy('key').execute(),

    shownTo: (accountKey: string, grantedKeys: readonly string[]): Promise<BotRow[]> =>
      activeRows()
        .where((eb) =>
          eb.or([
            eb('account_key', '=', accountKey),
            // `IN ()` is no SQL.
            ...(grantedKeys.length === 0 ? [] : [eb('key', 'in', grantedKeys)]),
          ]),
        )
        .orderBy(
          ({ eb }) => eb('account_key', '=', accountKey),
          (order) => order.desc().nullsLast(),
        )
        .orderBy('date_added')
        .orderBy('key')
        .execute(),

    all: (): Promise<BotRow[]> => activeRows().orderBy('date_added').orderBy('key').execute(),

    /** When the newest update or call of any bot was received; null = none yet. */
    newestReceipt: async (): Promise<Date | null> => {
      const row = await db
        .selectFrom('bots')
        .select(sql<Date | null>`greatest(max(last_update_at), max(last_call_at))`.as('newest'))
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return row?.newest ?? null;
    },

    /** True if some bot that calls through our API root was connected by its name alone, and has not called yet. */
    awaitsToken: async (): Promise<boolean> => {
      const row = await activeRows()
        .where('token_hash', 'is', null)
        .where('telegram_id', 'is', null)
        .where((eb) =>
          eb.or([
            eb.and([eb('connection_type', '=', 'manual'), eb('delivery_method', '=', 'getUpdates')]),
            eb('delivery_method_send', '=', 'proxy'),
          ]),
        )
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    leaving: (): Promise<BotRow[]> =>
      activeRows().where('owner_deleted_at', 'is not', null).orderBy('owner_deleted_at').execute(),

    withProblemsButNoToken: (): Promise<BotRow[]> =>
      activeRows().where('token_sealed', 'is', null).where(sql<boolean>`problems <> '[]'::jsonb`).execute(),

    async removed(): Promise<{ key: string; removedAt: Date }[]> {
      const rows = await db
        .selectFrom('bots')
        .select(['key', 'removed_at'])
        .where('removed_at', 'is not', null)
        .execute();
      return rows.flatMap(({ key, removed_at: removedAt }) => (removedAt === null ? [] : [{ key, removedAt }]));
    },
  };
}

/** The bots' rows. A removed bot is invisible to all of it but `removed` and `erase`. */
export function createBotStore(db: Kysely<Tables>) {
  const touch = (
    key: string,
    time: Date,
    first: 'first_update_at' | 'first_call_at',
    last: 'last_update_at' | 'last_call_at',
  ) =>
    db
      .updateTable('bots')
      .set({
        [first]: sql`least(coalesce(${sql.ref(first)}, ${time}), ${time})`,
        // A clock that was ahead for a while must not name the last update until that day comes.
        [last]: sql`case when ${sql.ref(last)} > now() + interval '2 days' then ${time}
          else greatest(coalesce(${sql.ref(last)}, ${time}), ${time}) end`,
      })
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirst();
  return {
    ...botQueries(db),

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
    touchUpdate: (key: string, time: Date): Promise<BotRow | undefined> =>
      touch(key, time, 'first_update_at', 'last_update_at'),

    touchCall: (key: string, time: Date): Promise<BotRow | undefined> =>
      touch(key, time, 'first_call_at', 'last_call_at'),

    /** Bots with a token that nobody has looked at since `before`, marked as looked at: another process skips them. */
    claimForCheck: (before: Date, claimedAt: Date, limit: number): Promise<BotRow[]> =>
      db
        .updateTable('bots')
        .set({ checked_at: claimedAt })
        .where('key', 'in', (from) =>
          from
            .selectFrom('bots')
            .select('key')
            .where('removed_at', 'is', null)
            .where('owner_deleted_at', 'is', null)
            .where('token_sealed', 'is not', null)
            .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before)]))
            .orderBy('checked_at', (order) => order.asc().nullsFirst())
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute(),

    /** At a moment of the database's clock, with which the reports of all instances are compared. */
    remove: (key: string, change: BotChange): Promise<BotRow | undefined> =>
      db
        .updateTable('bots')
        .set({ ...change, removed_at: sql<Date>`now()` })
        .where('key', '=', key)
        .where('removed_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),

    erase: (key: string) => db.deleteFrom('bots').where('key', '=', key).where('removed_at', 'is not', null).execute(),
  };
}
export type BotStore = ReturnType<typeof createBotStore>;
