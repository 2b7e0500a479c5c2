import { CampaignMessage, CampaignVariants, listVersions } from '@botscope/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../../platform/metadata/tables.ts';

/** The messages of a campaign, whose bot only the link knows; null where it is gone. */
export async function messageOfCampaign(db: Kysely<Tables>, campaignId: number) {
  const row = await db
    .selectFrom('campaigns')
    .select(['bot_key', 'message', 'variants'])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [message, variants] = [z.parse(CampaignMessage, row.message), z.parse(CampaignVariants, row.variants)];
  return { bot: row.bot_key, messages: listVersions({ message, variants }).map((version) => version.message) };
}
