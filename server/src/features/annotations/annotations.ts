import type { Annotation } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A bot's charts would show nothing else with more. */
export const maxAnnotations = 500;

export interface NewAnnotation {
  /** Local day, `YYYY-MM-DD`. */
  day: string;
  text: string;
  /** Key of its author. */
  accountKey: string;
}

/** Notes that the charts of a bot show at a day. Each change returns the bot's whole list: charts redraw all of it. */
export interface Annotations {
  /** The oldest day first; of one day as they were written. */
  list(bot: string): Promise<Annotation[]>;
  /** @throws AppError InvalidField (day) for a day no calendar has, TooManyAnnotations beyond 500. */
  add(bot: string, annotation: NewAnnotation): Promise<Annotation[]>;
  /** @throws AppError NotFound for one that this bot does not have. */
  remove(bot: string, id: number): Promise<Annotation[]>;
}

export function createAnnotations({ metadata }: { metadata: Pick<Metadata, 'db'> }): Annotations {
  const { db } = metadata;
  const list = async (bot: string): Promise<Annotation[]> => (await loadRows(db, bot)).map(presentAnnotation);

  return {
    list,
    async add(bot, { day, text, accountKey }) {
      if (!isRealDay(day)) throw new AppError('InvalidField', { field: 'day' });
      await db.transaction().execute(async (transaction) => {
        await lockBot(transaction, bot);
        const { number } = await transaction
          .selectFrom('annotations')
          .select(({ fn }) => fn.countAll().as('number'))
          .where('bot_key', '=', bot)
          .executeTakeFirstOrThrow();
        if (Number(number) >= maxAnnotations) throw new AppError('TooManyAnnotations');
        await transaction
          .insertInto('annotations')
          .values({ bot_key: bot, day, text, account_key: accountKey })
          .execute();
      });
      return list(bot);
    },
    async remove(bot, id) {
      const deletedRow = await db
        .deleteFrom('annotations')
        .where('bot_key', '=', bot)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (deletedRow === undefined) throw new AppError('NotFound');
      return list(bot);
    },
  };
}

/** False for 30 February, and for years that the store refuses (it has no year 0). */
function isRealDay(day: string): boolean {
  const dayStart = Date.parse(`${day}T00:00:00Z`);
  return day >= '1970-01-01' && !Number.isNaN(dayStart) && new Date(dayStart).toISOString().startsWith(day);
}

const loadRows = (db: Kysely<Tables>, bot: string) =>
  db
    .selectFrom('annotations')
    .leftJoin('accounts', 'accounts.id', 'annotations.account_key')
    .select(['annotations.id', 'annotations.text', 'accounts.name', 'accounts.email'])
    // As text: a driver's Date would be midnight somewhere else.
    .select(sql<string>`to_char(annotations.day, 'YYYY-MM-DD')`.as('day'))
    .where('annotations.bot_key', '=', bot)
    .orderBy('annotations.day')
    .orderBy('annotations.id')
    .execute();

const presentAnnotation = ({
  id,
  day,
  text,
  name,
  email,
}: Awaited<ReturnType<typeof loadRows>>[number]): Annotation => ({
  id: Number(id),
  day,
  text,
  author: name || email || '',
});
