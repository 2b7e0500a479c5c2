import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { ApiOwner } from './campaign-api-routes.ts';

/** Loads the account that a bot's API key acts for. The demo belongs to no account and can only be viewed. */
export const createOwnerLoader =
  (db: Kysely<Tables>) =>
  async (bot: { account_key: string | null; is_demo: boolean }): Promise<ApiOwner | null> => {
    if (bot.account_key === null || bot.is_demo) return null;
    const row = await db
      .selectFrom('accounts')
      .select(['id', 'email', 'tid', 'time_zone'])
      .where('id', '=', bot.account_key)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id, email, tid, time_zone: timeZone } = row;
    return { key: id, email, tid: tid === null ? null : Number(tid), timeZone };
  };
