import type { MailingSettings } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type SentTo, userMessages } from '../campaign-engine/campaign-engine.ts';

/** Finds recipients who get nothing because of what other campaigns sent them; `later`: that is on its way. */
export type CappedOf = (
  bot: string,
  userIds: readonly number[],
  campaign: SentTo,
) => Promise<ReadonlyMap<number, 'capped' | 'later'>>;

interface Cap {
  messages: number;
  hours: number;
  /** Earlier messages of the same automation do not count: its own pause is between them. */
  isOfOthers: boolean;
}

/**
 * Asked right before the calls, when the rows are in progress: of two campaigns that reach a user at once, the second one
 * waits for the first one's outcome.
 */
export function createCapChecker(deps: {
  db: Kysely<Tables>;
  settingsOf: (bot: string) => Pick<MailingSettings, 'cap'>;
  clock?: () => number;
}): CappedOf {
  const { db, settingsOf } = deps;

  return async (bot, userIds, { campaignId, audience }) => {
    const verdicts = new Map<number, 'capped' | 'later'>();
    if (userIds.length === 0) return verdicts;
    const ownHours = audience.without_recent_hours;
    const caps: Cap[] = ownHours === null ? [] : [{ messages: 1, hours: ownHours, isOfOthers: true }];
    const { cap } = settingsOf(bot);
    if (cap !== null && !audience.is_service) caps.push({ ...cap, isOfOthers: false });
    if (caps.length === 0) return verdicts;
    const longest = Math.max(...caps.map(({ hours }) => hours));
    const now = databaseTime(deps.clock);
    const { rows } = await sql<{ user_id: number | string; is_same: boolean; before_s: number | null }>`
      SELECT other.user_id,
        campaigns.campaign_id = ${campaignId} AS is_same,
        CASE WHEN may_have_arrived THEN extract(epoch FROM ${now} - other.finished_at)::float8 END AS before_s
      FROM ${userMessages(userIds)} AS other
        JOIN campaigns ON campaigns.campaign_id = other.campaign_id
        JOIN campaign_recipients AS own ON own.campaign_id = ${campaignId} AND own.user_id = other.user_id
      WHERE campaigns.bot_key = ${bot} AND (other.is_earlier OR campaigns.campaign_id <> ${campaignId})
        AND campaigns.started_at IS NOT NULL
        AND NOT coalesce((campaigns.audience->>'is_service')::boolean, false)
        AND (campaigns.finished_at IS NULL OR campaigns.finished_at >= ${now} - ${longest} * interval '1 hour')
        AND (may_have_arrived AND other.finished_at >= ${now} - ${longest} * interval '1 hour'
          OR other.status = 'In_progress'
            AND (other.sending_at, other.campaign_id) < (own.sending_at, own.campaign_id))`.execute(db);
    for (const [userId, otherMessages] of Map.groupBy(rows, (row) => Number(row.user_id))) {
      const reached = ({ hours, isOfOthers }: Cap): number =>
        otherMessages.filter(
          ({ before_s, is_same }) => before_s !== null && before_s <= hours * 3_600 && !(isOfOthers && is_same),
        ).length;
      const underWay = otherMessages.filter(({ before_s }) => before_s === null).length;
      if (caps.some((cap) => reached(cap) >= cap.messages)) verdicts.set(userId, 'capped');
      else if (caps.some((cap) => reached(cap) + underWay >= cap.messages)) verdicts.set(userId, 'later');
    }
    return verdicts;
  };
}
