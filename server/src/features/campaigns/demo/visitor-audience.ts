import type { AudienceCount } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { currentVisitor, iterateAsVisitor, visitorLimits } from '../../access/access.ts';
import type { AudienceOf } from '../../campaign-engine/campaign-engine.ts';

/** Audiences of campaigns: that of a visitor's may name their segments, and has only its first users. */
export const createVisitorAudience = (db: Kysely<Tables>, selectAudience: AudienceOf): AudienceOf =>
  async function* (campaign, afterId) {
    const row = await db
      .selectFrom('campaigns')
      .select(['visitor', 'total'])
      .where('campaign_id', '=', campaign.campaignId)
      .executeTakeFirst();
    const visitor = row?.visitor ?? undefined;
    let remainingCount = visitor === undefined ? Infinity : visitorLimits.recipients - Number(row?.total);
    if (remainingCount <= 0) return;
    for await (const chunk of iterateAsVisitor(visitor, selectAudience(campaign, afterId))) {
      yield chunk.slice(0, remainingCount);
      remainingCount -= chunk.length;
      if (remainingCount <= 0) return;
    }
  };

/** Limits what a visitor is shown to the users who would get the campaign. */
export const shownCount = (count: AudienceCount): AudienceCount =>
  currentVisitor() === undefined ? count : { ...count, can_get: Math.min(count.can_get, visitorLimits.recipients) };
