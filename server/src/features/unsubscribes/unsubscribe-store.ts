import type { UnsubscribeSource } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** That a user has ended the mailings of a bot, or wants them again. */
export interface SubscriptionChange {
  userId: number;
  isUnsubscribed: boolean;
  /** Unix ms. */
  at: number;
  source: UnsubscribeSource;
  /** Null for a command: the campaign that came last before it is meant. */
  campaignId: number | null;
}

export interface UnsubscribeRow {
  userId: number;
  at: Date;
  source: UnsubscribeSource;
  campaign: { campaign_id: number; name: string } | null;
}

/** A command is put down to a campaign that was delivered within so many days before. */
const commandDays = 7;

/** The rows of `unsubscribes`. */
export function createUnsubscribeStore(db: Kysely<Tables>) {
  const unsubscribed = (bot: string) =>
    db
      .selectFrom('unsubscribes')
      .leftJoin('campaigns', 'campaigns.campaign_id', 'unsubscribes.campaign_id')
      .select(['unsubscribes.user_id', 'changed_at', 'source', 'campaigns.campaign_id', 'campaigns.name'])
      .where('unsubscribes.bot_key', '=', bot)
      .where('is_unsubscribed', '=', true);

  return {
    /** Those of some users who have unsubscribed. */
    async of(bot: string, userIds: readonly number[]): Promise<Map<number, UnsubscribeRow>> {
      if (userIds.length === 0) return new Map();
      const rows = await unsubscribed(bot)
        .where('unsubscribes.user_id', 'in', [...userIds])
        .execute();
      return new Map(rows.map(toRow).map((row) => [row.userId, row]));
    },

    /** Stores a decision; one that is older than the last one of the user changes nothing. True: it has changed something. */
    async change(
      bot: string,
      { userId, isUnsubscribed, at, source, campaignId }: SubscriptionChange,
    ): Promise<boolean> {
      const moment = new Date(at);
      const campaign = campaignId === null ? lastCampaign(bot, userId, moment) : knownCampaign(bot, campaignId);
      const time = sql`${moment.toISOString()}::timestamptz`;
      // The same decision again keeps what is known of the first one.
      const isOther = sql`own.is_unsubscribed <> excluded.is_unsubscribed`;
      const { rows } = await sql<{ is_changed: boolean }>`
        INSERT INTO unsubscribes AS own
          (bot_key, user_id, is_unsubscribed, changed_at, decided_at, source, campaign_id)
        VALUES (${bot}, ${userId}, ${isUnsubscribed}, ${time}, ${time}, ${source}, (${campaign}))
        ON CONFLICT (bot_key, user_id) DO UPDATE SET
          is_unsubscribed = excluded.is_unsubscribed,
          changed_at = CASE WHEN ${isOther} THEN excluded.changed_at ELSE own.changed_at END,
          decided_at = excluded.decided_at,
          source = CASE WHEN ${isOther} THEN excluded.source ELSE own.source END,
          campaign_id = CASE WHEN ${isOther} THEN excluded.campaign_id ELSE own.campaign_id END
        WHERE own.decided_at < excluded.decided_at
        RETURNING own.changed_at = ${time} AS is_changed`.execute(db);
      return rows[0]?.is_changed ?? false;
    },

    /** Who has unsubscribed after a campaign, in the order of their ids, after one of them. */
    async ofCampaign(bot: string, campaignId: number, after: number, limit: number): Promise<UnsubscribeRow[]> {
      const rows = await unsubscribed(bot)
        .where('unsubscribes.campaign_id', '=', campaignId)
        .where('unsubscribes.user_id', '>', after)
        .orderBy('unsubscribes.user_id')
        .limit(limit)
        .execute();
      return rows.map(toRow);
    },

    async countOfCampaign(bot: string, campaignId: number): Promise<number> {
      const { count } = await db
        .selectFrom('unsubscribes')
        .select(sql<number | string>`count(*)`.as('count'))
        .where('bot_key', '=', bot)
        .where('campaign_id', '=', campaignId)
        .where('is_unsubscribed', '=', true)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Deletes what is kept of some users. @returns how many rows */
    async erase(bot: string, userIds: readonly number[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('unsubscribes')
        .where('bot_key', '=', bot)
        .where('user_id', 'in', [...userIds])
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type UnsubscribeStore = ReturnType<typeof createUnsubscribeStore>;

/** Data of buttons can be made up. */
const knownCampaign = (bot: string, id: number): RawBuilder<unknown> =>
  sql`SELECT campaign_id FROM campaigns WHERE bot_key = ${bot} AND campaign_id = ${id}`;

/** Few campaigns end within some days, and each of them is looked up by the primary key. */
const lastCampaign = (bot: string, userId: number, before: Date): RawBuilder<unknown> => sql`
  SELECT recipient.campaign_id FROM campaigns
    JOIN campaign_recipients AS recipient
      ON recipient.campaign_id = campaigns.campaign_id AND recipient.user_id = ${userId}
  WHERE campaigns.bot_key = ${bot} AND campaigns.started_at IS NOT NULL AND recipient.status = 'Done'
    AND (campaigns.finished_at IS NULL
      OR campaigns.finished_at >= ${before.toISOString()}::timestamptz - ${commandDays} * interval '1 day')
    AND recipient.finished_at <= ${before.toISOString()}::timestamptz
    AND recipient.finished_at >= ${before.toISOString()}::timestamptz - ${commandDays} * interval '1 day'
  ORDER BY recipient.finished_at DESC LIMIT 1`;

function toRow(row: {
  user_id: number | string;
  changed_at: Date;
  source: UnsubscribeSource;
  campaign_id: number | null;
  name: string | null;
}): UnsubscribeRow {
  const { campaign_id, name } = row;
  return {
    userId: Number(row.user_id),
    at: new Date(row.changed_at),
    source: row.source,
    campaign: campaign_id === null ? null : { campaign_id, name: name ?? '' },
  };
}
