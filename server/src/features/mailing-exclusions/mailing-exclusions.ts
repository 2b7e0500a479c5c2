import type { Metadata } from '../../platform/metadata/open-metadata.ts';

export interface Exclusion {
  at: Date;
  /** Null where the account has been deleted. */
  by: string | null;
}

/** Bot users who get no mailings. */
export interface MailingExclusions {
  /** Finds the excluded ones among the users. */
  of(bot: string, userIds: readonly number[]): Promise<ReadonlyMap<number, Exclusion>>;
  /** False if they were excluded already. */
  exclude(bot: string, userId: number, by: string): Promise<boolean>;
  /** False if they were not excluded. */
  include(bot: string, userId: number): Promise<boolean>;
  /** Deletes what is kept of some users. @returns how many rows */
  erase(bot: string, userIds: readonly number[]): Promise<number>;
}

export function createMailingExclusions(deps: {
  metadata: Pick<Metadata, 'db'>;
  now?: () => number;
}): MailingExclusions {
  const { db } = deps.metadata;
  const now = deps.now ?? Date.now;
  const erase = async (bot: string, userIds: readonly number[]): Promise<number> => {
    const { numDeletedRows } = await db
      .deleteFrom('mailing_exclusions')
      .where('bot_key', '=', bot)
      .where('user_id', 'in', [...userIds])
      .executeTakeFirst();
    return Number(numDeletedRows);
  };

  return {
    async of(bot, userIds) {
      const rows = await db
        .selectFrom('mailing_exclusions')
        .select(['user_id', 'excluded_by', 'excluded_at'])
        .where('bot_key', '=', bot)
        .where('user_id', 'in', [...userIds])
        .execute();
      return new Map(rows.map((row) => [Number(row.user_id), { at: new Date(row.excluded_at), by: row.excluded_by }]));
    },
    async exclude(bot, userId, accountKey) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('mailing_exclusions')
        .values({ bot_key: bot, user_id: userId, excluded_by: accountKey, excluded_at: new Date(now()) })
        .onConflict((conflict) => conflict.columns(['bot_key', 'user_id']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
    include: async (bot, userId) => (await erase(bot, [userId])) > 0,
    erase,
  };
}
