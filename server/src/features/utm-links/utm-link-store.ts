import type { Insertable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

export type UtmLinkRow = Selectable<Tables['utm_links']>;

/** The rows of `utm_links`: with a name templates, without one the history. */
export function createUtmLinkStore(db: Kysely<Tables>) {
  const botRows = (bot: string) => db.selectFrom('utm_links').where('bot_key', '=', bot);
  return {
    templates: (bot: string, limit: number): Promise<UtmLinkRow[]> =>
      botRows(bot).selectAll().where('name', '!=', '').orderBy(sql`lower(name)`).orderBy('name').limit(limit).execute(),

    history: (bot: string, limit: number): Promise<UtmLinkRow[]> =>
      botRows(bot)
        .selectAll()
        .where('name', '=', '')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /**
     * A template takes the place of its namesake; of the history the newest `kept` stay.
     * @throws AppError TooManyTemplates beyond `templates`
     */
    keep: (
      row: Insertable<Tables['utm_links']> & { name: string },
      limits: { kept: number; templates: number },
    ): Promise<UtmLinkRow> =>
      db.transaction().execute(async (transaction) => {
        await lockBot(transaction, row.bot_key);
        if (row.name !== '' && (await otherTemplates(transaction, row)) >= limits.templates) {
          throw new AppError('TooManyTemplates');
        }
        const otherLinks = transaction.deleteFrom('utm_links').where('bot_key', '=', row.bot_key);
        if (row.name !== '') await otherLinks.where('name', '=', row.name).where('url', '!=', row.url).execute();
        const savedRow = await transaction
          .insertInto('utm_links')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['bot_key', 'name', 'url'])
              .doUpdateSet({ link: sql`excluded.link`, created_at: sql`excluded.created_at` }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        if (row.name === '')
          await otherLinks.where('id', 'in', tooMany(transaction, row.bot_key, limits.kept)).execute();
        return savedRow;
      }),

    /** False if the bot has no such link. */
    async remove(bot: string, id: number): Promise<boolean> {
      const removedRow = await db
        .deleteFrom('utm_links')
        .where('bot_key', '=', bot)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return removedRow !== undefined;
    },
  };
}

/** Counts the templates that have another name. */
async function otherTemplates(db: Kysely<Tables>, { bot_key, name }: { bot_key: string; name: string }) {
  const { number } = await db
    .selectFrom('utm_links')
    .select(({ fn }) => fn.countAll().as('number'))
    .where('bot_key', '=', bot_key)
    .where('name', '!=', '')
    .where('name', '!=', name)
    .executeTakeFirstOrThrow();
  return Number(number);
}

const tooMany = (db: Kysely<Tables>, bot: string, keptCount: number) =>
  db
    .selectFrom('utm_links')
    .select('id')
    .where('bot_key', '=', bot)
    .where('name', '=', '')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sql.lit(keptCount));
