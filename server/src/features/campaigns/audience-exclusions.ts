import type { CampaignAudience } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import type { ErasedPeople } from '../erased-people/erased-people.ts';
import type { MailingExclusions } from '../mailing-exclusions/mailing-exclusions.ts';

/** Those of some users, at most 10,000, who get nothing although they are in the audience. */
export type ExcludedOf = (
  bot: string,
  audience: Pick<CampaignAudience, 'without_campaigns' | 'without_recent_hours'>,
  userIds: readonly number[],
) => Promise<ReadonlySet<number>>;

export function createExcludedOf(deps: {
  db: Kysely<Tables>;
  mailingExclusions: Pick<MailingExclusions, 'of'>;
  isErased: ErasedPeople['isErased'];
  now?: () => number;
}): ExcludedOf {
  const { db, mailingExclusions, isErased, now = Date.now } = deps;
  const recipients = (bot: string, userIds: readonly number[]) =>
    db
      .selectFrom('campaign_recipients as recipient')
      .innerJoin('campaigns as campaign', 'campaign.campaign_id', 'recipient.campaign_id')
      .select('recipient.user_id')
      .distinct()
      .where('campaign.bot_key', '=', bot)
      .where('recipient.user_id', 'in', [...userIds]);

  /** Who got these campaigns, or will. */
  const ofCampaigns = (bot: string, campaigns: readonly number[], userIds: readonly number[]) =>
    recipients(bot, userIds)
      .where('campaign.campaign_id', 'in', [...campaigns])
      .where('recipient.status', 'in', ['ForSend', 'In_progress', 'Done'])
      .execute();

  /** A campaign that ended before cannot have reached anyone since: the index is asked for few campaigns. */
  const ofLately = (bot: string, since: Date, userIds: readonly number[]) =>
    recipients(bot, userIds)
      .where('campaign.started_at', 'is not', null)
      .where((is) => is.or([is('campaign.finished_at', 'is', null), is('campaign.finished_at', '>=', since)]))
      .where('recipient.status', '=', 'Done')
      .where('recipient.finished_at', '>=', since)
      .execute();

  return async (bot, { without_campaigns: campaigns, without_recent_hours: hours }, userIds) => {
    if (userIds.length === 0) return new Set();
    const since = hours === null ? null : new Date(now() - hours * hourMs);
    const [excluded, reached, lately] = await Promise.all([
      mailingExclusions.of(bot, userIds),
      campaigns.length === 0 ? [] : ofCampaigns(bot, campaigns, userIds),
      since === null ? [] : ofLately(bot, since, userIds),
    ]);
    const all = new Set([...excluded.keys(), ...[...reached, ...lately].map((row) => Number(row.user_id))]);
    for (const id of userIds) if (isErased(bot, id)) all.add(id);
    return all;
  };
}
