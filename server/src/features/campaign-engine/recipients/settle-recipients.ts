import type { RecipientReason } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { databaseTime, hasCome } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { dayMs } from '../../../platform/time-units.ts';
import type { OpenZones } from '../pace/campaign-pace.ts';
import type { Lease, Senders } from '../senders.ts';
import { countChanges } from './change-counts.ts';

/** Telegram asks for no longer wait between two messages to a chat, ms. */
const longestWaitMs = 2 * dayMs;

/** A recipient whose row is `In_progress` on disk: Telegram may be called. */
export interface ClaimedRecipient {
  userId: number;
  /** This one included. */
  attempts: number;
  /** Index of the variant. */
  variant: number;
}

/** Outcome of a claimed recipient. */
export interface Settlement {
  userId: number;
  /** `ForSend`: nothing was sent, they wait again. */
  status: 'Done' | 'Error' | 'Cancel' | 'ForSend';
  reason?: RecipientReason;
  /** Telegram's words. */
  description?: string;
  messageId?: number | null;
  /** Ids of the further messages of an album. */
  moreIds?: readonly number[];
  /** Version that was sent: index of the variant, as it was claimed, and the language. */
  variant?: number;
  language?: string;
  /** Shortest wait after `ForSend`. */
  waitMs?: number;
}

const isOpen = ({ named, others }: OpenZones): RawBuilder<boolean> =>
  sql`CASE WHEN zone IS NULL THEN ${others}::boolean
    ELSE zone IN (SELECT jsonb_array_elements_text(${JSON.stringify(named)}::jsonb)) END`;

/** Claims recipients whose turn it is. */
export function claiming(db: Kysely<Tables>, isOurs: Senders['isOurs'], clock?: () => number) {
  const time = (): RawBuilder<Date> => databaseTime(clock);
  return {
    /**
     * The first `count` recipients with ids above `after` that are due become `In_progress`, on disk when this resolves.
     * With `isTest` only those who are in the test: the others wait for its winner, which they get here. With `isTimed`,
     * which is a campaign by users' own time, those whose time came first, whatever their ids are. With `open` only those
     * in whose time zone it is not quiet.
     * None if the campaign is not being sent any more or another process has the lease: both changes wait for this
     * statement, so nothing is claimed after them.
     */
    async claim(
      lease: Lease,
      campaignId: number,
      count: number,
      after: number,
      {
        isTest = false,
        isTimed = false,
        open,
      }: { isTest?: boolean; isTimed?: boolean; open?: OpenZones | undefined } = {},
    ): Promise<ClaimedRecipient[]> {
      const now = time();
      const [isNext, order] = isTimed
        ? [sql`send_at <= ${now}`, sql`send_at, user_id`]
        : [sql`user_id > ${after}`, sql`user_id`];
      const { rows } = await sql<{ user_id: number | string; attempts: number; variant: number }>`
        WITH own AS (
          SELECT fence FROM campaign_senders WHERE ${isOurs(lease)} FOR SHARE
        ), campaign AS (
          SELECT campaign_id, winner FROM campaigns
          WHERE campaign_id = ${campaignId} AND status = 'In_progress' AND EXISTS (SELECT FROM own)
          FOR SHARE
        ), due AS (
          SELECT campaign_id, user_id FROM campaign_recipients
          WHERE campaign_id = ${campaignId} AND status = 'ForSend' AND ${isNext}
            AND (not_before IS NULL OR ${hasCome(sql`not_before`, now, longestWaitMs)}) AND (expires_at IS NULL OR expires_at > ${now})
            AND EXISTS (SELECT FROM campaign)
            ${isTest ? sql`AND variant IS NOT NULL` : sql``}
            ${open === undefined ? sql`` : sql`AND ${isOpen(open)}`}
          ORDER BY ${order} LIMIT ${count}
          FOR UPDATE SKIP LOCKED
        )
        UPDATE campaign_recipients AS recipient SET
          status = 'In_progress', attempts = recipient.attempts + 1, fence = ${lease.fence}, sending_at = ${now},
          not_before = NULL, reason = NULL, description = NULL,
          variant = coalesce(recipient.variant, (SELECT winner FROM campaign), 0)
        FROM due
        WHERE recipient.campaign_id = due.campaign_id AND recipient.user_id = due.user_id
        RETURNING recipient.user_id, recipient.attempts, recipient.variant`.execute(db);
      const recipients = rows.map(({ user_id, ...rest }) => ({ userId: Number(user_id), ...rest }));
      return recipients.sort((one, other) => one.userId - other.userId);
    },

    /** The time zones that recipients of a campaign have. */
    async zones(campaignId: number): Promise<string[]> {
      const rows = await db
        .selectFrom('campaign_zones')
        .select('zone')
        .where('campaign_id', '=', campaignId)
        .orderBy('zone')
        .execute();
      return rows.map(({ zone }) => zone);
    },

    /** When the next recipient of a campaign by users' own time is due, unix ms; null: nobody waits. */
    async nextTime(campaignId: number): Promise<number | null> {
      const row = await db
        .selectFrom('campaign_recipients')
        .select('send_at')
        .where('campaign_id', '=', campaignId)
        .where('status', '=', 'ForSend')
        .where('send_at', 'is not', null)
        .orderBy('send_at')
        .limit(1)
        .executeTakeFirst();
      return row?.send_at ? new Date(row.send_at).getTime() : null;
    },
  };
}

/** Settles claimed recipients. */
export function settling(db: Kysely<Tables>, clock?: () => number) {
  const time = (): RawBuilder<Date> => databaseTime(clock);
  return {
    /**
     * Stores the outcomes of recipients that the holder of this fence has claimed. A recipient marked as interrupted
     * meanwhile is settled too; those settled by someone else do not change. In a finished campaign none waits again.
     */
    async settle(fence: number, campaignId: number, settlements: readonly Settlement[]): Promise<void> {
      const now = time();
      const answers = settlements.map(({ userId, messageId, moreIds, waitMs, description, ...rest }) => ({
        user_id: userId,
        message_id: messageId,
        more_message_ids: moreIds,
        wait_ms: waitMs,
        // JSON of PostgreSQL cannot hold halves of characters, nor NUL.
        description: description?.toWellFormed().replaceAll('\0', ''),
        ...rest,
      }));
      await sql`
        WITH campaign AS (
          SELECT campaign_id, status = 'Done' AS is_finished FROM campaigns WHERE campaign_id = ${campaignId}
          FOR NO KEY UPDATE
        ), answer AS (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) AS answer(
            user_id bigint, status recipient_status, reason text, description text, message_id bigint,
            more_message_ids bigint[], wait_ms float8, language text)
        ), before AS (
          SELECT recipient.campaign_id, recipient.user_id, recipient.status AS was, recipient.reason AS was_reason,
            CASE WHEN answer.status = 'ForSend' AND is_finished THEN 'Cancel' ELSE answer.status END AS status,
            CASE WHEN answer.status = 'ForSend' AND is_finished THEN 'finished' ELSE answer.reason END AS reason,
            answer.description, answer.message_id, answer.more_message_ids, answer.wait_ms, answer.language
          FROM campaign
            JOIN campaign_recipients AS recipient ON recipient.campaign_id = campaign.campaign_id
            JOIN answer ON answer.user_id = recipient.user_id
          WHERE recipient.fence = ${fence} AND (recipient.status = 'In_progress'
            OR recipient.status = 'Error' AND recipient.reason = 'interrupted' AND answer.status <> 'ForSend')
          FOR UPDATE OF recipient
        ), changed AS (
          UPDATE campaign_recipients AS recipient SET
            status = before.status, reason = before.reason, description = before.description,
            message_id = before.message_id, more_message_ids = before.more_message_ids, language = before.language,
            not_before = CASE WHEN before.status = 'ForSend' AND before.wait_ms > 0
              THEN ${now} + before.wait_ms * interval '1 millisecond' END,
            finished_at = CASE WHEN before.status <> 'ForSend' THEN ${now} END
          FROM before
          WHERE recipient.campaign_id = before.campaign_id AND recipient.user_id = before.user_id
          RETURNING recipient.campaign_id, before.was, before.was_reason, recipient.status, recipient.reason
        )${countChanges(sql`changed`)}`.execute(db);
    },

    /**
     * Recipients who are in progress without this sender's knowledge wait again: the answer to a claim was lost, and
     * Telegram was not called for them. To be asked for while nothing of the bot is on its way.
     */
    async putBack({ bot, fence }: Lease): Promise<void> {
      const botCampaigns = db.selectFrom('campaigns').select('campaign_id').where('bot_key', '=', bot);
      await db
        .updateTable('campaign_recipients')
        .set({ status: 'ForSend' })
        .where('campaign_id', 'in', botCampaigns.where('status', '<>', 'Done'))
        .where('status', '=', 'In_progress')
        .where('fence', '=', fence)
        .execute();
    },

    /**
     * Marks recipients as unknown that earlier holders of the lease have claimed and not settled: Telegram may have the
     * message.
     */
    async recover({ bot, fence }: Lease): Promise<void> {
      await sql`
        WITH before AS (
          SELECT recipient.campaign_id, recipient.user_id, recipient.status AS was, recipient.reason AS was_reason
          FROM campaigns JOIN campaign_recipients AS recipient ON recipient.campaign_id = campaigns.campaign_id
          WHERE campaigns.bot_key = ${bot} AND recipient.status = 'In_progress' AND recipient.fence < ${fence}
          FOR UPDATE OF recipient
        ), changed AS (
          UPDATE campaign_recipients AS recipient SET
            status = 'Error', reason = 'interrupted', finished_at = ${time()}
          FROM before
          WHERE recipient.campaign_id = before.campaign_id AND recipient.user_id = before.user_id
          RETURNING recipient.campaign_id, before.was, before.was_reason, recipient.status, recipient.reason
        )${countChanges(sql`changed`)}`.execute(db);
    },
  };
}
