import type { RecipientGroup, RecipientReason } from '@botscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CampaignRecipientsTable } from '../../../platform/metadata/campaign-tables.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { isInGroup } from './change-counts.ts';
import type { RecipientOutcome } from './engine-deps.ts';

export type RecipientRow = Selectable<CampaignRecipientsTable>;

/** Reads recipients. Those of `not_delivered` include the unknown ones, as the counts do. */
export function reading(db: Kysely<Tables>) {
  return {
    /** Recipients in the order of their ids, after one of them. */
    page(
      campaignId: number,
      options: {
        group?: RecipientGroup | undefined;
        reason?: RecipientReason | undefined;
        after?: number | undefined;
        limit: number;
      },
    ): Promise<RecipientRow[]> {
      let rows = db
        .selectFrom('campaign_recipients')
        .selectAll()
        .where('campaign_id', '=', campaignId)
        .where('user_id', '>', options.after ?? 0);
      if (options.group !== undefined) rows = rows.where(isInGroup(options.group));
      if (options.reason !== undefined) rows = rows.where('reason', '=', options.reason);
      return rows.orderBy('user_id').limit(options.limit).execute();
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
      }));
    },
  };
}
