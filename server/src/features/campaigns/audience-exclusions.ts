import type { CampaignAudience } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import { userMessages } from '../campaign-engine/campaign-engine.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import type { MailingExclusions } from '../mailing-exclusions/mailing-exclusions.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';

/** Finds which of at most 10,000 users get nothing although they are in the audience, and why. */
export type ExcludedOf = (
  bot: string,
  audience: Pick<CampaignAudience, 'without_campaigns' | 'without_recent_hours' | 'is_service'>,
  userIds: readonly number[],
) => Promise<ReadonlyMap<number, 'excluded' | 'unsubscribed'>>;

export function createExclusionLoader(deps: {
  db: Kysely<Tables>;
  mailingExclusions: Pick<MailingExclusions, 'of'>;
  unsubscribes: Pick<Unsubscribes, 'of'>;
  isErased: ErasedUsers['isErased'];
  now?: () => number;
}): ExcludedOf {
  const { db, mailingExclusions, unsubscribes, isErased, now = Date.now } = deps;
  async function recipients(bot: string, userIds: readonly number[], condition: RawBuilder<unknown>) {
    const { rows } = await sql<{ user_id: number | string }>`
      SELECT DISTINCT message.user_id
      FROM campaigns AS campaign JOIN ${userMessages(userIds)} AS message USING (campaign_id)
      WHERE campaign.bot_key = ${bot} AND ${condition}`.execute(db);
    return rows;
  }

  /** Users who got these campaigns, may have, or will. */
  const ofCampaigns = (bot: string, campaigns: readonly number[], userIds: readonly number[]) =>
    recipients(
      bot,
      userIds,
      sql`campaign_id IN (${sql.join(campaigns)})
        AND (may_have_arrived OR message.status IN ('ForSend', 'In_progress'))`,
    );

  /** A campaign that ended before cannot have reached anyone since: the index is asked for few campaigns. */
  const ofLately = (bot: string, since: Date, userIds: readonly number[]) =>
    recipients(
      bot,
      userIds,
      sql`campaign.started_at IS NOT NULL AND (campaign.finished_at IS NULL OR campaign.finished_at >= ${since})
        AND may_have_arrived AND message.finished_at >= ${since}`,
    );

  return async (bot, audience, userIds) => {
    const { without_campaigns: campaigns, without_recent_hours: hours, is_service: isService } = audience;
    if (userIds.length === 0) return new Map();
    const since = hours === null ? null : new Date(now() - hours * hourMs);
    const [excluded, unsubscribed, reached, lately] = await Promise.all([
      mailingExclusions.of(bot, userIds),
      isService ? new Map<number, never>() : unsubscribes.of(bot, userIds),
      campaigns.length === 0 ? [] : ofCampaigns(bot, campaigns, userIds),
      since === null ? [] : ofLately(bot, since, userIds),
    ]);
    const all = new Map<number, 'excluded' | 'unsubscribed'>();
    for (const id of unsubscribed.keys()) all.set(id, 'unsubscribed');
    for (const id of excluded.keys()) all.set(id, 'excluded');
    for (const { user_id } of [...reached, ...lately]) all.set(Number(user_id), 'excluded');
    for (const id of userIds) if (isErased(bot, id)) all.set(id, 'excluded');
    return all;
  };
}
