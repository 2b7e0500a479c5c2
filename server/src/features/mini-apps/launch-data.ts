import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { PersonData } from '../feature.ts';

/** Proofs of a user's launches of Mini Apps, erased with the user. */
export const launchData = (db: Kysely<Tables>): PersonData => ({
  name: 'mini_app_launches',
  async erase(bot, userIds) {
    const { numDeletedRows } = await db
      .deleteFrom('mini_app_launches')
      .where('bot_key', '=', bot)
      .where('user_id', 'in', [...userIds])
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});
