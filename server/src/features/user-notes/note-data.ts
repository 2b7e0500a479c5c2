import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { PersonData } from '../feature.ts';

/** Rows that are erased with a user. */
export const noteData = (db: Kysely<Tables>): readonly PersonData[] =>
  (['user_notes', 'responsible_colleagues'] as const).map((name) => ({
    name,
    async erase(bot, userIds) {
      const { numDeletedRows } = await db
        .deleteFrom(name)
        .where('bot_key', '=', bot)
        .where('user_id', 'in', [...userIds])
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  }));
