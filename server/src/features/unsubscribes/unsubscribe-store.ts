import {
  maxSubscriptionChanges,
  type UnsubscribeReason,
  type UnsubscribeReasonFilter,
  type UnsubscribeSource,
} from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inChunks, toJsonb } from '../../platform/metadata/jsonb.ts';
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
  /** Reason and note of a colleague, or of the bot: then `by` is null. */
  noted?: { reason: UnsubscribeReason | null; note: string; by: string | null } | undefined;
}

export interface UnsubscribeRow {
  userId: number;
  isUnsubscribed: boolean;
  at: Date;
  source: UnsubscribeSource;
  campaign: { campaign_id: number; name: string } | null;
  /** Null: no colleague has said why. */
  reason: UnsubscribeReason | null;
  note: string;
  /** The account; null: none, or it has been deleted. */
  by: string | null;
}

/** Decision of a user, as the event store is to have it. */
export interface StoredSubscription {
  userId: number;
  /** Null: they have not unsubscribed. */
  reason: UnsubscribeReasonFilter | null;
  /** Unix ms. */
  decidedAt: number;
}

/** Days after a delivery within which a command is attributed to its campaign. */
const commandDays = 7;

/** Decisions on their way into the event store. */
function pendingSubscriptions(db: Kysely<Tables>) {
  return {
    /** The bots of whose users the event store does not have everything yet. */
    async botsNotInEventStore(): Promise<string[]> {
      const rows = await db
        .selectFrom('unsubscribes')
        .select('bot_key')
        .distinct()
        .where('is_in_event_store', '=', false)
        .execute();
      return rows.map((row) => row.bot_key);
    },

    /** Lists decisions that the event store does not have yet, at most 1,000. */
    async notInEventStore(bot: string): Promise<StoredSubscription[]> {
      const rows = await db
        .selectFrom('unsubscribes')
        .select(['user_id', 'is_unsubscribed', 'reason', 'decided_at'])
        .where('is_in_event_store', '=', false)
        .where('bot_key', '=', bot)
        .orderBy('user_id')
        .limit(1_000)
        .execute();
      return rows.map((row) => ({
        userId: Number(row.user_id),
        reason: row.is_unsubscribed ? (row.reason ?? 'own') : null,
        decidedAt: new Date(row.decided_at).getTime(),
      }));
    },

    /** The event store has it; what was decided meanwhile it does not have. */
    async setInEventStore(bot: string, subscriptions: readonly StoredSubscription[]): Promise<void> {
      const json = JSON.stringify(
        subscriptions.map(({ userId, decidedAt }) => ({ id: userId, at: new Date(decidedAt).toISOString() })),
      );
      await sql`
        UPDATE unsubscribes SET is_in_event_store = true
        FROM jsonb_to_recordset(${json}::jsonb) AS stored(id bigint, at timestamptz)
        WHERE unsubscribes.bot_key = ${bot} AND unsubscribes.user_id = stored.id
          AND unsubscribes.decided_at = stored.at`.execute(db);
    },
  };
}

/** The rows of `unsubscribes`. */
export function createUnsubscribeStore(db: Kysely<Tables>) {
  const unsubscribed = (bot: string) =>
    db
      .selectFrom('unsubscribes')
      .leftJoin('campaigns', 'campaigns.campaign_id', 'unsubscribes.campaign_id')
      .select([
        'unsubscribes.user_id',
        'is_unsubscribed',
        'changed_at',
        'source',
        'campaigns.campaign_id',
        'campaigns.name',
      ])
      .select(['reason', 'note', 'changed_by'])
      .where('unsubscribes.bot_key', '=', bot)
      .where('is_unsubscribed', '=', true);

  return {
    /** Finds the unsubscribed ones among some users. */
    async of(bot: string, userIds: readonly number[]): Promise<Map<number, UnsubscribeRow>> {
      if (userIds.length === 0) return new Map();
      const rows = await unsubscribed(bot)
        .where('unsubscribes.user_id', 'in', [...userIds])
        .execute();
      return new Map(rows.map(toRow).map((row) => [row.userId, row]));
    },

    /** Stores decisions in their order. Returns the users for whom one has changed something. */
    async change(bot: string, decisions: readonly SubscriptionChange[]): Promise<ReadonlySet<number>> {
      const changedUsers = new Set<number>();
      for (const round of inRounds(decisions))
        for (const chunk of inChunks(round))
          for (const userId of await changeUsers(db, bot, chunk)) changedUsers.add(userId);
      return changedUsers;
    },

    /** Lists a user's decisions, the newest first. */
    async history(bot: string, userId: number): Promise<UnsubscribeRow[]> {
      const rows = await db
        .selectFrom('subscription_changes')
        .leftJoin('campaigns', 'campaigns.campaign_id', 'subscription_changes.campaign_id')
        .select(['user_id', 'is_unsubscribed', 'changed_at', 'source', 'campaigns.campaign_id', 'campaigns.name'])
        .select(['reason', 'note', 'changed_by'])
        .where('subscription_changes.bot_key', '=', bot)
        .where('user_id', '=', userId)
        .orderBy('change_id', 'desc')
        .execute();
      return rows.map(toRow);
    },

    /** Lists users who have unsubscribed after a campaign, in the order of their ids, after one of them. */
    async ofCampaign(
      bot: string,
      campaignId: number,
      page: { after: number; limit: number; reason?: UnsubscribeReasonFilter | undefined },
    ): Promise<UnsubscribeRow[]> {
      const rows = await unsubscribed(bot)
        .where('unsubscribes.campaign_id', '=', campaignId)
        .where('unsubscribes.user_id', '>', page.after)
        .where(hasReason(page.reason))
        .orderBy('unsubscribes.user_id')
        .limit(page.limit)
        .execute();
      return rows.map(toRow);
    },

    async countOfCampaign(bot: string, campaignId: number, reason?: UnsubscribeReasonFilter): Promise<number> {
      const { count } = await db
        .selectFrom('unsubscribes')
        .select(sql<number | string>`count(*)`.as('count'))
        .where('bot_key', '=', bot)
        .where('campaign_id', '=', campaignId)
        .where('is_unsubscribed', '=', true)
        .where(hasReason(reason))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    ...pendingSubscriptions(db),

    /** Deletes what is kept of some users. @returns how many rows */
    erase: (bot: string, userIds: readonly number[]) => erase(db, 'unsubscribes', bot, userIds),
    eraseHistory: (bot: string, userIds: readonly number[]) => erase(db, 'subscription_changes', bot, userIds),
  };
}

export type UnsubscribeStore = ReturnType<typeof createUnsubscribeStore>;

async function erase(
  db: Kysely<Tables>,
  table: 'unsubscribes' | 'subscription_changes',
  bot: string,
  userIds: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('bot_key', '=', bot)
    .where('user_id', 'in', [...userIds])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const hasReason = (reason: UnsubscribeReasonFilter | undefined): RawBuilder<boolean> => {
  if (reason === undefined) return sql<boolean>`true`;
  return reason === 'own' ? sql<boolean>`reason IS NULL` : sql<boolean>`reason = ${reason}`;
};

/** Each user once in a round: a statement changes no row twice. What stands behind the history's length is not kept. */
function inRounds(decisions: readonly SubscriptionChange[]): SubscriptionChange[][] {
  const byUser = [...Map.groupBy(decisions, ({ userId }) => userId).values()].map((userDecisions) =>
    userDecisions.slice(-maxSubscriptionChanges),
  );
  const roundCount = Math.max(0, ...byUser.map(({ length }) => length));
  return Array.from({ length: roundCount }, (_, index) =>
    byUser.flatMap((userDecisions) => userDecisions[index] ?? []),
  );
}

/**
 * Stores one decision of each of some users in one statement: 10,000 presses of a button in one push were as many. One that
 * is older than the last one of its user changes nothing. A colleague who unsubscribes a user that has unsubscribed already
 * says why. Returns the users for whom it has changed something.
 */
async function changeUsers(
  db: Kysely<Tables>,
  bot: string,
  decisions: readonly SubscriptionChange[],
): Promise<number[]> {
  const rows = decisions.map(({ userId, isUnsubscribed, at, source, campaignId, noted }) => ({
    user_id: userId,
    is_unsubscribed: isUnsubscribed,
    decided_at: new Date(at).toISOString(),
    source,
    named_campaign: campaignId,
    reason: noted?.reason ?? null,
    note: noted?.note ?? '',
    changed_by: noted?.by ?? null,
  }));
  // A repeated decision keeps what is known of the first one.
  const isOther = sql`own.is_unsubscribed <> excluded.is_unsubscribed`;
  const isNoted = sql`(${isOther} OR excluded.reason IS NOT NULL)`;
  const { rows: changedRows } = await sql<{ user_id: number | string }>`
    WITH given AS (
      SELECT decision.*, CASE WHEN named_campaign IS NULL THEN (${lastCampaign(bot)})
        ELSE (${namedCampaign(bot)}) END AS campaign_id
      FROM jsonb_to_recordset(${toJsonb(rows)}::jsonb) AS decision(user_id bigint, is_unsubscribed boolean,
        decided_at timestamptz, source text, named_campaign bigint, reason text, note text, changed_by text)
    ), stored AS (
      INSERT INTO unsubscribes AS own
        (bot_key, user_id, is_unsubscribed, changed_at, decided_at, source, campaign_id, reason, note, changed_by)
      SELECT ${bot}, user_id, is_unsubscribed, decided_at, decided_at, source, campaign_id, reason, note, changed_by
      FROM given ORDER BY user_id
      ON CONFLICT (bot_key, user_id) DO UPDATE SET
        is_unsubscribed = excluded.is_unsubscribed,
        changed_at = CASE WHEN ${isOther} THEN excluded.changed_at ELSE own.changed_at END,
        decided_at = excluded.decided_at,
        source = CASE WHEN ${isOther} THEN excluded.source ELSE own.source END,
        campaign_id = CASE WHEN ${isOther} THEN excluded.campaign_id ELSE own.campaign_id END,
        reason = CASE WHEN ${isNoted} THEN excluded.reason ELSE own.reason END,
        note = CASE WHEN ${isNoted} THEN excluded.note ELSE own.note END,
        changed_by = CASE WHEN ${isNoted} THEN excluded.changed_by ELSE own.changed_by END,
        is_in_event_store = own.is_in_event_store AND NOT ${isNoted}
      WHERE own.decided_at < excluded.decided_at
      RETURNING own.user_id, own.campaign_id, own.changed_at
    ), changed AS (
      SELECT given.*, stored.campaign_id AS stored_campaign FROM stored JOIN given ON given.user_id = stored.user_id
      WHERE stored.changed_at = given.decided_at OR given.reason IS NOT NULL
    ), kept AS (
      INSERT INTO subscription_changes
        (bot_key, user_id, is_unsubscribed, changed_at, source, campaign_id, reason, note, changed_by)
      SELECT ${bot}, user_id, is_unsubscribed, decided_at, source, stored_campaign, reason, note, changed_by FROM changed
    ), old AS (
      DELETE FROM subscription_changes AS old USING changed
      WHERE old.bot_key = ${bot} AND old.user_id = changed.user_id AND old.change_id <= (
        SELECT latest.change_id FROM subscription_changes AS latest
        WHERE latest.bot_key = ${bot} AND latest.user_id = changed.user_id
        ORDER BY latest.change_id DESC OFFSET ${maxSubscriptionChanges - 1} LIMIT 1
      )
    ) SELECT user_id FROM changed`.execute(db);
  return changedRows.map(({ user_id }) => Number(user_id));
}

/** Data of buttons can be made up. */
const namedCampaign = (bot: string): RawBuilder<unknown> =>
  sql`SELECT campaign_id FROM campaigns WHERE bot_key = ${bot} AND campaign_id = decision.named_campaign`;

/** Few campaigns end within some days, and each of them is looked up by the primary key. */
const lastCampaign = (bot: string): RawBuilder<unknown> => sql`
  SELECT recipient.campaign_id FROM campaigns
    JOIN campaign_recipients AS recipient
      ON recipient.campaign_id = campaigns.campaign_id AND recipient.user_id = decision.user_id
  WHERE campaigns.bot_key = ${bot} AND campaigns.started_at IS NOT NULL AND recipient.status = 'Done'
    AND (campaigns.finished_at IS NULL
      OR campaigns.finished_at >= decision.decided_at - ${commandDays} * interval '1 day')
    AND recipient.finished_at <= decision.decided_at
    AND recipient.finished_at >= decision.decided_at - ${commandDays} * interval '1 day'
  ORDER BY recipient.finished_at DESC LIMIT 1`;

function toRow(row: {
  user_id: number | string;
  is_unsubscribed: boolean;
  changed_at: Date;
  source: UnsubscribeSource;
  campaign_id: number | null;
  name: string | null;
  reason: UnsubscribeReason | null;
  note: string;
  changed_by: string | null;
}): UnsubscribeRow {
  const { campaign_id, name, reason, note } = row;
  return {
    userId: Number(row.user_id),
    isUnsubscribed: row.is_unsubscribed,
    at: new Date(row.changed_at),
    source: row.source,
    campaign: campaign_id === null ? null : { campaign_id, name: name ?? '' },
    reason,
    note,
    by: row.changed_by,
  };
}
