import type { Insertable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables, UtmLinksTable } from '../../platform/metadata/tables.ts';

export type UtmLinkRow = Selectable<UtmLinksTable>;

/** The rows of `utm_links`: with a name templates, without one the history. */
export function createUtmLinkStore(db: Kysely<Tables>) {
  const of = (bot: string) => db.selectFrom('utm_links').where('bot_key', '=', bot);
  return {
    templates: (bot: string, most: number): Promise<UtmLinkRow[]> =>
      of(bot).selectAll().where('name', '!=', '').orderBy(sql`lower(name)`).orderBy('name').limit(most).execute(),

    history: (bot: string, most: number): Promise<UtmLinkRow[]> =>
      of(bot)
        .selectAll()
        .where('name', '=', '')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .execute(),

    /**
     * A template takes the place of its namesake; of the history the newest `kept` stay.
     * @throws AppError TooManyTemplates beyond `templates`
     */
    keep: (
      row: Insertable<UtmLinksTable> & { name: string },
      most: { kept: number; templates: number },
    ): Promise<UtmLinkRow> =>
      db.transaction().execute(async (transaction) => {
        await lockBot(transaction, row.bot_key);
        if (row.name !== '' && (await otherTemplates(transaction, row)) >= most.templates) {
          throw new AppError('TooManyTemplates');
        }
        const others = transaction.deleteFrom('utm_links').where('bot_key', '=', row.bot_key);
        if (row.name !== '') await others.where('name', '=', row.name).where('url', '!=', row.url).execute();
        const saved = await transaction
          .insertInto('utm_links')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['bot_key', 'name', 'url'])
              .doUpdateSet({ link: sql`excluded.link`, created_at: sql`excluded.created_at` }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        if (row.name === '') await others.where('id', 'in', tooMany(transaction, row.bot_key, most.kept)).execute();
        return saved;
      }),

    /** False if the bot has no such link. */
    async remove(bot: string, id: number): Promise<boolean> {
      const removed = await db
        .deleteFrom('utm_links')
        .where('bot_key', '=', bot)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
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

const tooMany = (db: Kysely<Tables>, bot: string, kept: number) =>
  db
    .selectFrom('utm_links')
    .select('id')
    .where('bot_key', '=', bot)
    .where('name', '=', '')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sql.lit(kept));
