import { WebsiteOptions, type WebsiteStatus, websiteStatuses } from '@botscope/contract';
import { type Kysely, type Selectable, sql, type UpdateObject } from 'kysely';
import * as z from 'zod/mini';
import type { Keyed } from '../../ingest/hits/hit-keys.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { WebsitesTable } from '../../platform/metadata/website-tables.ts';

/** A row of `websites`. */
export interface StoredSite extends Keyed {
  id: number;
  bot: string;
  name: string;
  status: WebsiteStatus;
  domains: readonly string[];
  options: WebsiteOptions;
  createdAt: Date;
}

/** The rows of `websites`. Those of removed ones stay until their hits are deleted, and are found by `removed` alone. */
export function createWebsiteStore(db: Kysely<Tables>) {
  const activeRows = () => db.selectFrom('websites').selectAll().where('removed_at', 'is', null);
  const change = async (bot: string, id: number, columns: UpdateObject<Tables, 'websites'>) => {
    const row = await db
      .updateTable('websites')
      .set(columns)
      .where('bot_key', '=', bot)
      .where('site_id', '=', id)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    return row && toSite(row);
  };

  return {
    /** The newest first. */
    async ofBots(bots: readonly string[]): Promise<StoredSite[]> {
      if (bots.length === 0) return [];
      const rows = activeRows()
        .where('bot_key', 'in', [...bots])
        .orderBy('site_id', 'desc');
      return (await rows.execute()).map(toSite);
    },

    async all(): Promise<StoredSite[]> {
      return (await activeRows().execute()).map(toSite);
    },

    async one(bot: string, id: number): Promise<StoredSite | undefined> {
      const row = await activeRows().where('bot_key', '=', bot).where('site_id', '=', id).executeTakeFirst();
      return row && toSite(row);
    },

    async insert(
      site: Pick<StoredSite, 'bot' | 'name' | 'key' | 'domains' | 'options' | 'createdAt'>,
    ): Promise<StoredSite> {
      const { bot, name, key, domains, options, createdAt } = site;
      const row = {
        bot_key: bot,
        name,
        key,
        status: 'enabled',
        created_at: createdAt,
        ...asJson({ domains, options }),
      };
      return toSite(await db.insertInto('websites').values(row).returningAll().executeTakeFirstOrThrow());
    },

    /** Undefined for one that this bot does not have (any more); so are the others. */
    update: (bot: string, id: number, site: Pick<StoredSite, 'name' | 'domains' | 'options'>) =>
      change(bot, id, { name: site.name, ...asJson(site) }),
    setStatus: (bot: string, id: number, status: WebsiteStatus) => change(bot, id, { status }),
    remove: (bot: string, id: number, removedAt: Date) => change(bot, id, { removed_at: removedAt }),

    /** The new key, and until when the present one is taken as well. */
    replaceKey: (bot: string, id: number, key: string, until: Date | null) =>
      change(bot, id, { key, old_key: until === null ? null : sql<string>`key`, old_key_until: until }),

    async removed(): Promise<{ id: number; bot: string; removedAt: Date }[]> {
      const rows = await db
        .selectFrom('websites')
        .select(['site_id', 'bot_key', 'removed_at'])
        .where('removed_at', 'is not', null)
        .orderBy('removed_at')
        .execute();
      return rows.flatMap(({ site_id: id, bot_key: bot, removed_at: removedAt }) =>
        removedAt === null ? [] : [{ id, bot, removedAt: new Date(removedAt) }],
      );
    },

    async erase(id: number): Promise<void> {
      await db.deleteFrom('websites').where('site_id', '=', id).execute();
    },
  };
}

const asJson = ({ domains, options }: Pick<StoredSite, 'domains' | 'options'>) => ({
  domains: JSON.stringify(domains),
  options: JSON.stringify(options),
});

function toSite(row: Selectable<WebsitesTable>): StoredSite {
  return {
    id: row.site_id,
    bot: row.bot_key,
    name: row.name,
    key: row.key,
    oldKey: row.old_key,
    oldKeyUntil: row.old_key_until === null ? null : new Date(row.old_key_until),
    status: websiteStatuses.find((status) => status === row.status) ?? 'paused',
    domains: z.parse(z.array(z.string()), row.domains),
    options: z.parse(WebsiteOptions, row.options),
    createdAt: new Date(row.created_at),
  };
}
