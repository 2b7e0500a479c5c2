import { maxTakeovers, takeoverMinutes, type WithheldMode, withheldModes } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { databaseTime, timeAfter } from '../../platform/metadata/database-time.ts';
import { deferCommit } from '../../platform/metadata/defer-commit.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { parseEnum } from '../bots/bots.ts';

/** A chat that is taken over. */
export interface TakeoverRow {
  bot: string;
  userId: number;
  /** Null: the bot itself asked for it. */
  account: string | null;
  mode: WithheldMode;
  since: Date;
  expiresAt: Date;
  withheld: number;
}

const columns = [
  'bot_key as bot',
  'user_id as userId',
  'account_key as account',
  'mode',
  'since',
  'expires_at as expiresAt',
  'withheld',
] as const;

/** Settings of bots: how updates of chats that are taken over are treated. */
function takeoverSettings(db: Kysely<Tables>) {
  return {
    async mode(bot: string): Promise<WithheldMode> {
      const query = db.selectFrom('takeover_settings').select('withheld').where('bot_key', '=', bot);
      return parseEnum(withheldModes, (await query.executeTakeFirst())?.withheld ?? 'drop', 'drop');
    },

    async setMode(bot: string, withheld: WithheldMode): Promise<void> {
      await db
        .insertInto('takeover_settings')
        .values({ bot_key: bot, withheld })
        .onConflict((conflict) => conflict.column('bot_key').doUpdateSet({ withheld }))
        .execute();
    },
  };
}

function takeoverDeletions(db: Kysely<Tables>, time: () => RawBuilder<Date>) {
  return {
    /** False if it was not taken over, or by another one than `account`, if given, and the bot. */
    async release(bot: string, userId: number, account?: string): Promise<boolean> {
      const released = db.deleteFrom('takeovers').where('bot_key', '=', bot).where('user_id', '=', userId);
      const ownRelease = released.where((eb) =>
        eb.or([eb('account_key', 'is', null), eb('account_key', '=', account ?? ''), eb('expires_at', '<=', time())]),
      );
      return ((await (account === undefined ? released : ownRelease).executeTakeFirst()).numDeletedRows ?? 0n) > 0n;
    },

    /** @returns how many were taken over */
    async deleteOf(bot: string, userIds: readonly number[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('takeovers')
        .where('bot_key', '=', bot)
        .where('user_id', 'in', userIds)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** The bots of those that are deleted. */
    async deleteExpired(): Promise<string[]> {
      const rows = await db.deleteFrom('takeovers').where('expires_at', '<=', time()).returning('bot_key').execute();
      return rows.map(({ bot_key }) => bot_key);
    },
  };
}

/** The rows of `takeovers`; an expired one counts as none. Moments are the store's. */
export function createTakeoverStore(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);
  const current = () => db.selectFrom('takeovers').select(columns).where('expires_at', '>', time());

  return {
    async all(bot?: string): Promise<TakeoverRow[]> {
      const query = bot === undefined ? current() : current().where('bot_key', '=', bot);
      return (await query.execute()).map(toTakeover);
    },

    async one(bot: string, userId: number): Promise<TakeoverRow | null> {
      const row = await current().where('bot_key', '=', bot).where('user_id', '=', userId).executeTakeFirst();
      return row === undefined ? null : toTakeover(row);
    },

    /** Takes a chat, or prolongs it. False if another one has it, unless `fromOther`, and beyond 10,000 chats. */
    async take(take: {
      bot: string;
      userId: number;
      account: string | null;
      mode: WithheldMode;
      minutes: number;
      fromOther: boolean;
    }): Promise<boolean> {
      const now = time();
      const expires = timeAfter(now, take.minutes * minuteMs);
      const { rows } = await sql`
        INSERT INTO takeovers (bot_key, user_id, account_key, mode, since, expires_at)
        SELECT ${take.bot}, ${take.userId}::bigint, ${take.account}, ${take.mode}, ${now}, ${expires}
        WHERE (SELECT count(*) FROM takeovers
          WHERE bot_key = ${take.bot} AND user_id != ${take.userId}::bigint) < ${maxTakeovers}::int
        ON CONFLICT (bot_key, user_id) DO UPDATE SET
          account_key = excluded.account_key,
          mode = CASE WHEN takeovers.expires_at <= ${now} THEN excluded.mode ELSE takeovers.mode END,
          since = CASE WHEN takeovers.expires_at <= ${now} THEN excluded.since ELSE takeovers.since END,
          withheld = CASE WHEN takeovers.expires_at <= ${now} THEN 0 ELSE takeovers.withheld END,
          expires_at = excluded.expires_at
        WHERE takeovers.expires_at <= ${now} OR ${take.fromOther}
          OR takeovers.account_key IS NOT DISTINCT FROM excluded.account_key
        RETURNING user_id`.execute(db);
      return rows.length > 0;
    },

    /** Keeps the chat with a colleague who writes in it. False if it is not theirs. */
    async prolong(bot: string, userId: number, account: string): Promise<boolean> {
      const now = time();
      const { numUpdatedRows } = await db
        .updateTable('takeovers')
        .set({ expires_at: sql`greatest(expires_at, ${timeAfter(now, takeoverMinutes * minuteMs)})` })
        .where('bot_key', '=', bot)
        .where('user_id', '=', userId)
        .where('account_key', '=', account)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Whether a bot has as many chats taken over as it may. */
    async isFull(bot: string): Promise<boolean> {
      const count = db.selectFrom('takeovers').select((eb) => eb.fn.countAll().as('chats'));
      return Number((await count.where('bot_key', '=', bot).executeTakeFirst())?.chats ?? 0) >= maxTakeovers;
    },
    ...takeoverDeletions(db, time),

    /** Adds to the counts of withheld updates; a power cut may take the last of them back. */
    addWithheld: (counts: readonly { bot: string; userId: number; count: number }[]): Promise<void> =>
      deferCommit(db, async (transaction) => {
        for (const { bot, userId, count } of counts) {
          await transaction
            .updateTable('takeovers')
            .set((eb) => ({ withheld: eb('withheld', '+', count) }))
            .where('bot_key', '=', bot)
            .where('user_id', '=', userId)
            .execute();
        }
      }),
    ...takeoverSettings(db),
  };
}

export type TakeoverStore = ReturnType<typeof createTakeoverStore>;

function toTakeover(row: {
  bot: string;
  userId: number | string;
  account: string | null;
  mode: string;
  since: Date;
  expiresAt: Date;
  withheld: number;
}): TakeoverRow {
  return {
    ...row,
    userId: Number(row.userId),
    mode: parseEnum(withheldModes, row.mode, 'drop'),
    since: new Date(row.since),
    expiresAt: new Date(row.expiresAt),
  };
}
