import { type RecipientReason, unknownReasons } from '@botscope/contract';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { isVisible } from '../../access/access.ts';
import type { RecipientOutcome } from '../engine-deps.ts';
import { type CountedGroup, isInGroup } from './change-counts.ts';

export type RecipientRow = Selectable<Tables['campaign_recipients']>;

/** Reads recipients. Those of `not_delivered` include the unknown ones, as the counts do. */
export function reading(db: Kysely<Tables>) {
  return {
    /** Recipients in the order of their ids, after one of them, or only some of them. */
    page(
      campaignId: number,
      options: {
        group?: CountedGroup | undefined;
        reason?: RecipientReason | undefined;
        /** Index of the variant. */
        variant?: number | undefined;
        userIds?: readonly number[] | undefined;
        after?: number | undefined;
        limit: number;
      },
    ): Promise<RecipientRow[]> {
      if (options.userIds?.length === 0) return Promise.resolve([]);
      let rows = db
        .selectFrom('campaign_recipients')
        .selectAll()
        .where('campaign_id', '=', campaignId)
        .where('user_id', '>', options.after ?? 0);
      const { group, variant } = options;
      if (group !== undefined) rows = rows.where(isInGroup(group));
      // Messages sent before there were variants count as A.
      if (variant === 0)
        rows = rows.where(sql<boolean>`(variant = 0 OR variant IS NULL AND status IN ('Done', 'Error'))`);
      else if (variant !== undefined) rows = rows.where('variant', '=', variant);
      // Only these have a reason, and they have an index.
      if (options.reason !== undefined)
        rows = rows.where('status', 'in', ['Error', 'Cancel']).where('reason', '=', options.reason);
      if (options.userIds !== undefined) rows = rows.where('user_id', 'in', [...options.userIds]);
      return rows.orderBy('user_id').limit(options.limit).execute();
    },

    /** Lists waiting recipients with ids after one of them, rising. */
    async waitingAfter(campaignId: number, after: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('campaign_recipients')
        .select('user_id')
        .where('campaign_id', '=', campaignId)
        .where('status', '=', 'ForSend')
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute();
      return rows.map(({ user_id }) => Number(user_id));
    },

    /**
     * Lists what became of a user in the campaigns of a bot, the newest first, before one of them. Each campaign is
     * looked up by the primary key: a bot has at most some hundreds, and an index by users would be as large as the
     * ledger.
     */
    async ofUser(bot: string, userId: number, options: { before?: number | undefined; limit?: number }) {
      return db
        .selectFrom('campaigns')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('campaign_recipients')
              .select(['status', 'reason', 'finished_at'])
              .whereRef('campaign_recipients.campaign_id', '=', 'campaigns.campaign_id')
              .where('user_id', '=', userId)
              // Keeps the planner from joining the whole ledger.
              .limit(1)
              .as('recipient'),
          (join) => join.onTrue(),
        )
        .select(['campaigns.campaign_id', 'campaigns.name'])
        .select(['recipient.status', 'recipient.reason', 'recipient.finished_at'])
        .where('campaigns.bot_key', '=', bot)
        .where(isVisible('campaigns'))
        .$if(options.before !== undefined, (query) => query.where('campaigns.campaign_id', '<', options.before ?? 0))
        .orderBy('campaigns.campaign_id', 'desc')
        .$if(options.limit !== undefined, (query) => query.limit(options.limit ?? 0))
        .execute();
    },
  };
}

/** Counts recipients, and users who are none. */
export function counting(db: Kysely<Tables>) {
  return {
    /** Counts the users who are no recipients. */
    async countAbsent(campaignId: number, userIds: readonly number[]): Promise<number> {
      const { rows } = await sql<{ known: number }>`
        SELECT count(*)::int AS known FROM campaign_recipients
        WHERE campaign_id = ${campaignId}
          AND user_id IN (SELECT id::bigint FROM jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) AS id)`.execute(
        db,
      );
      return userIds.length - Number(rows[0]?.known ?? 0);
    },

    /** Why recipients were not reached or not sent to, the most frequent first. */
    async reasons(campaignId: number): Promise<{ reason: RecipientReason; count: number }[]> {
      const rows = await db
        .selectFrom('campaign_recipients')
        .select(({ fn }) => ['reason', fn.countAll<number | string>().as('count')])
        .where('campaign_id', '=', campaignId)
        .where('status', 'in', ['Error', 'Cancel'])
        .where('reason', 'is not', null)
        .groupBy('reason')
        .orderBy('count', 'desc')
        .orderBy('reason')
        .execute();
      return rows.map(({ reason, count }) => ({ reason: reason as RecipientReason, count: Number(count) }));
    },
  };
}

/** Reads outcomes for the events. */
export function readingOutcomes(db: Kysely<Tables>) {
  return {
    /** Outcomes of a bot's campaigns stored since a moment, after one of them, at most 1,000. */
    async outcomesSince(
      bot: string,
      since: Date,
      after: { campaignId: number; userId: number },
    ): Promise<RecipientOutcome[]> {
      const rows = await db
        .selectFrom('campaign_recipients as recipient')
        .innerJoin('campaigns', 'campaigns.campaign_id', 'recipient.campaign_id')
        .selectAll('recipient')
        .where('campaigns.bot_key', '=', bot)
        .where('recipient.status', 'in', ['Done', 'Error', 'Cancel'])
        .where('recipient.finished_at', '>=', since)
        .where(
          sql<boolean>`(recipient.campaign_id, recipient.user_id) > (${after.campaignId}, ${after.userId}::bigint)`,
        )
        .orderBy('recipient.campaign_id')
        .orderBy('recipient.user_id')
        .limit(1_000)
        .execute();
      return rows.map((row) => ({
        bot,
        campaignId: row.campaign_id,
        userId: Number(row.user_id),
        status: row.status as RecipientOutcome['status'],
        reason: row.reason ?? '',
        at: new Date(row.finished_at ?? 0).getTime(),
        messageId: Number(row.message_id ?? 0),
        variant: row.variant ?? 0,
        language: row.language ?? '',
      }));
    },
  };
}

/**
 * All messages of campaigns and automations to some users: `campaign_id`, `user_id`, `status`, `sending_at`, `finished_at`, whether it is
 * an `is_earlier` message of an automation, and `may_have_arrived`. A repeating automation has one row of
 * `campaign_recipients` per user, which is its last message alone: all that counts or excludes by messages reads them here.
 * A join by `campaign_id` uses the keys of both tables, because neither part has a join of its own.
 */
export function userMessages(userIds: readonly number[]): RawBuilder<unknown> {
  const users = sql`ANY(${`{${userIds.join(',')}}`}::bigint[])`;
  return sql`(
    SELECT campaign_id, user_id, status, sending_at, finished_at, false AS is_earlier,
      ${mayHaveArrived(sql`status`, sql`reason`)} AS may_have_arrived
    FROM campaign_recipients WHERE user_id = ${users}
    UNION ALL
    SELECT campaign_id, user_id, outcome, NULL::timestamptz, ended_at, true, ${mayHaveArrived(sql`outcome`, sql`reason`)}
    FROM automation_runs WHERE user_id = ${users} AND status = 'ended')`;
}

/** Nobody knows whether an unknown message has arrived: if it did not count, the user could get one too many. */
const mayHaveArrived = (status: RawBuilder<unknown>, reason: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${status} = 'Done' OR ${status} = 'Error' AND coalesce(${reason} IN (${sql.join([...unknownReasons])}), false))`;
