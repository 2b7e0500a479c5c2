import type { CampaignSummary } from '@botscope/contract';

/** Returns the bot's other campaigns between two moments, Unix ms: in progress, or planned for that time. */
export function sendingBetween(
  campaigns: readonly CampaignSummary[],
  ownId: number | undefined,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
): CampaignSummary[] {
  return campaigns.filter(({ campaign_id, status, date_send }) => {
    if (campaign_id === ownId) return false;
    if (status === 'In_progress') return true;
    const begins = date_send === null ? Number.NaN : Date.parse(date_send);
    return status === 'Not_started' && begins <= endsAt && begins >= startsAt - hourMs;
  });
}

/** One that began within the hour before may still be under way. */
const hourMs = 3_600_000;
