import { type MiniAppStatus, miniAppStatuses } from '@botscope/contract';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { MiniAppsTable } from '../../platform/metadata/mini-app-tables.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A row of `mini_apps`. */
export interface StoredApp {
  id: number;
  bot: string;
  systemName: string;
  key: string;
  oldKey: string | null;
  oldKeyUntil: Date | null;
  status: MiniAppStatus;
  origins: readonly string[];
  createdAt: Date;
}

/** The rows of `mini_apps`. Those of removed apps stay until their hits are deleted, and are found by `removed` alone. */
export function createMiniAppStore(db: Kysely<Tables>) {
  const activeRows = () => db.selectFrom('mini_apps').selectAll().where('removed_at', 'is', null);

  return {
    /** The newest first. */
    async ofBots(bots: readonly string[]): Promise<StoredApp[]> {
      if (bots.length === 0) return [];
      const rows = await activeRows()
        .where('bot_key', 'in', [...bots])
        .orderBy('app_id', 'desc')
        .execute();
      return rows.map(toApp);
    },

    async all(): Promise<StoredApp[]> {
      return (await activeRows().execute()).map(toApp);
    },

    async one(bot: string, id: number): Promise<StoredApp | undefined> {
      const row = await activeRows().where('bot_key', '=', bot).where('app_id', '=', id).executeTakeFirst();
      return row && toApp(row);
    },

    async insert(app: Pick<StoredApp, 'bot' | 'systemName' | 'key' | 'origins' | 'createdAt'>): Promise<StoredApp> {
      const { bot, systemName, key, origins, createdAt } = app;
      const names = { bot_key: bot, system_name: systemName, key, status: 'enabled' };
      const row = { ...names, origins: JSON.stringify(origins), created_at: createdAt };
      return toApp(await db.insertInto('mini_apps').values(row).returningAll().executeTakeFirstOrThrow());
    },

    /** Undefined for one that this bot does not have (any more). */
    async update(bot: string, id: number, change: Updateable<MiniAppsTable>): Promise<StoredApp | undefined> {
      const row = await db
        .updateTable('mini_apps')
        .set(change)
        .where('bot_key', '=', bot)
        .where('app_id', '=', id)
        .where('removed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return row && toApp(row);
    },

    /** The new key, and until when the present one is taken as well. */
    async replaceKey(bot: string, id: number, key: string, until: Date | null): Promise<StoredApp | undefined> {
      const oldKey = until === null ? null : sql<string>`key`;
      const row = await db
        .updateTable('mini_apps')
        .set({ key, old_key: oldKey, old_key_until: until })
        .where('bot_key', '=', bot)
        .where('app_id', '=', id)
        .where('removed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return row && toApp(row);
    },

    async removed(): Promise<{ id: number; bot: string; removedAt: Date }[]> {
      const rows = await db
        .selectFrom('mini_apps')
        .select(['app_id', 'bot_key', 'removed_at'])
        .where('removed_at', 'is not', null)
        .orderBy('removed_at')
        .execute();
      return rows.flatMap(({ app_id: id, bot_key: bot, removed_at: removedAt }) =>
        removedAt === null ? [] : [{ id, bot, removedAt: new Date(removedAt) }],
      );
    },

    async erase(id: number): Promise<void> {
      await db.deleteFrom('mini_app_launches').where('app_id', '=', id).execute();
      await db.deleteFrom('mini_apps').where('app_id', '=', id).execute();
    },
  };
}

function toApp(row: Selectable<MiniAppsTable>): StoredApp {
  return {
    id: row.app_id,
    bot: row.bot_key,
    systemName: row.system_name,
    key: row.key,
    oldKey: row.old_key,
    oldKeyUntil: row.old_key_until === null ? null : new Date(row.old_key_until),
    status: miniAppStatuses.find((status) => status === row.status) ?? 'paused',
    origins: Array.isArray(row.origins) ? row.origins.filter((origin) => typeof origin === 'string') : [],
    createdAt: new Date(row.created_at),
  };
}
