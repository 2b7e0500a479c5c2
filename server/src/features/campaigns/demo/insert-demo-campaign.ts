import { randomUUID } from 'node:crypto';
import { CampaignSending, type RecipientReason } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { gradientPicture } from '../../../simulation/telegram/gradient-picture.ts';
import type { DemoCampaign } from './demo-campaigns.ts';

/** The outcome of a user's message. */
export interface DemoRecipient {
  userId: number;
  at: number;
  status: 'Done' | 'Error' | 'Cancel';
  reason: RecipientReason | null;
  description: string | null;
  messageId: number | null;
}

/** Inserts a campaign that has ended, its file and its recipients, at once. Returns its id. */
export const insertDemoCampaign = (
  db: Kysely<Tables>,
  bot: string,
  campaign: DemoCampaign,
  startedAt: number,
  recipients: readonly DemoRecipient[],
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const [startDate, finished] = [new Date(startedAt), new Date(recipients.at(-1)?.at ?? startedAt)];
    let { message } = campaign;
    if (campaign.picture !== undefined) {
      const piece = gradientPicture(960, 540, campaign.picture.from, campaign.picture.to);
      const file = { id: randomUUID(), bot_key: bot, name: 'picture.png', type: 'image/png', bytes: piece.length };
      await transaction
        .insertInto('campaign_files')
        .values({ ...file, created_at: startDate })
        .execute();
      await transaction.insertInto('campaign_file_pieces').values({ file_id: file.id, number: 0, piece }).execute();
      message = { ...message, media: { kind: 'photo', file: file.id } };
    }
    const count = (status: DemoRecipient['status']): number => recipients.filter((one) => one.status === status).length;
    const { campaign_id: id } = await transaction
      .insertInto('campaigns')
      .values({
        bot_key: bot,
        name: campaign.name,
        status: 'Done',
        prepared_until: null,
        audience: JSON.stringify(campaign.audience),
        message: JSON.stringify(message),
        sending: JSON.stringify(z.parse(CampaignSending, {})),
        created_at: startDate,
        updated_at: startDate,
        started_at: startDate,
        finished_at: finished,
        total: recipients.length,
        delivered: count('Done'),
        not_delivered: count('Error'),
        cancelled: count('Cancel'),
      })
      .returning('campaign_id')
      .executeTakeFirstOrThrow();
    const rows = recipients.map(({ userId, at, messageId, ...rest }) => ({
      user_id: userId,
      message_id: messageId,
      finished_at: new Date(at).toISOString(),
      ...rest,
    }));
    await sql`
      INSERT INTO campaign_recipients
        (campaign_id, user_id, status, attempts, finished_at, message_id, reason, description)
      SELECT ${id}, user_id, status, 1, finished_at, message_id, reason, description
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS recipient(user_id bigint, status recipient_status,
        finished_at timestamptz, message_id bigint, reason text, description text)`.execute(transaction);
    return id;
  });
