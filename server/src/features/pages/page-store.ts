import { pageStatuses, WebsiteOptions } from '@botscope/contract';
import { type Kysely, type Selectable, sql, type UpdateObject } from 'kysely';
import * as z from 'zod/mini';
import type { HitPage, PageKind, PageRef } from '../../ingest/hits/hit-page.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A row of `pages`. */
export type StoredPage<Kind extends PageKind = PageKind> = Extract<HitPage, { kind: Kind }> & {
  name: string;
  createdAt: Date;
};

/** Fields of a page that its owner edits. */
export interface PageDraft {
  name: string;
  places: readonly string[];
  /** Websites have them; null for Mini Apps. */
  options: WebsiteOptions | null;
}

/** The rows of one kind. Those of removed pages stay until their hits are deleted: `listRemovedPages` alone finds them. */
export function createPageStore<Kind extends PageKind>(db: Kysely<Tables>, kind: Kind) {
  const toOwnPage = (row: Selectable<Tables['pages']>) => toPage(row) as StoredPage<Kind>;
  const activeRows = () => db.selectFrom('pages').selectAll().where('kind', '=', kind).where('removed_at', 'is', null);
  /** Undefined for one that this bot does not have (any more). */
  const change = async (bot: string, id: number, columns: UpdateObject<Tables, 'pages'>) => {
    const row = await db
      .updateTable('pages')
      .set(columns)
      .where('kind', '=', kind)
      .where('bot_key', '=', bot)
      .where('page_id', '=', id)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    return row && toOwnPage(row);
  };

  return {
    /** The newest first. */
    async ofBots(bots: readonly string[]): Promise<StoredPage<Kind>[]> {
      if (bots.length === 0) return [];
      const rows = activeRows()
        .where('bot_key', 'in', [...bots])
        .orderBy('page_id', 'desc');
      return (await rows.execute()).map(toOwnPage);
    },

    async one(bot: string, id: number): Promise<StoredPage<Kind> | undefined> {
      const row = await activeRows().where('bot_key', '=', bot).where('page_id', '=', id).executeTakeFirst();
      return row && toOwnPage(row);
    },

    async insert({ bot, key, createdAt, ...draft }: PageDraft & Pick<StoredPage, 'bot' | 'key' | 'createdAt'>) {
      const row = { ...toColumns(draft), kind, bot_key: bot, key, status: 'enabled', created_at: createdAt };
      return toOwnPage(await db.insertInto('pages').values(row).returningAll().executeTakeFirstOrThrow());
    },

    update: (bot: string, id: number, draft: PageDraft) => change(bot, id, toColumns(draft)),
    setStatus: (bot: string, id: number, status: StoredPage['status']) => change(bot, id, { status }),
    remove: (bot: string, id: number, removedAt: Date) => change(bot, id, { removed_at: removedAt }),

    /** The new key, and until when the present one is taken as well. */
    replaceKey: (bot: string, id: number, key: string, until: Date | null) =>
      change(bot, id, { key, old_key: until === null ? null : sql<string>`key`, old_key_until: until }),
  };
}

/** All pages of both kinds, for their hits. */
export async function listPages(db: Kysely<Tables>): Promise<StoredPage[]> {
  return (await db.selectFrom('pages').selectAll().where('removed_at', 'is', null).execute()).map(toPage);
}

export async function listRemovedPages(db: Kysely<Tables>): Promise<(PageRef & { removedAt: Date })[]> {
  const rows = await db
    .selectFrom('pages')
    .select(['kind', 'page_id', 'bot_key', 'removed_at'])
    .where('removed_at', 'is not', null)
    .orderBy('removed_at')
    .execute();
  return rows.flatMap(({ kind, page_id: id, bot_key: bot, removed_at: removedAt }) =>
    removedAt === null ? [] : [{ kind, id, bot, removedAt: new Date(removedAt) }],
  );
}

/** Deletes the row of a page and what refers to it. */
export async function erasePage(db: Kysely<Tables>, { kind, id }: PageRef): Promise<void> {
  if (kind === 'app') await db.deleteFrom('mini_app_launches').where('app_id', '=', id).execute();
  else {
    await db.deleteFrom('site_tickets').where('site_id', '=', id).execute();
    await db.deleteFrom('known_site_visits').where('site_id', '=', id).execute();
  }
  await db.deleteFrom('pages').where('kind', '=', kind).where('page_id', '=', id).execute();
}

const toColumns = ({ name, places, options }: PageDraft) => ({
  name,
  places: JSON.stringify(places),
  options: options === null ? null : JSON.stringify(options),
});

function toPage(row: Selectable<Tables['pages']>): StoredPage {
  const page = {
    id: row.page_id,
    bot: row.bot_key,
    name: row.name,
    key: row.key,
    oldKey: row.old_key,
    oldKeyUntil: row.old_key_until === null ? null : new Date(row.old_key_until),
    status: pageStatuses.find((status) => status === row.status) ?? 'paused',
    places: z.parse(z.array(z.string()), row.places),
    createdAt: new Date(row.created_at),
  };
  return row.kind === 'app'
    ? { ...page, kind: 'app', options: null }
    : { ...page, kind: 'site', options: z.parse(WebsiteOptions, row.options) };
}
