import type { ReceivedCampaign } from '@botscope/contract';
import type { Ledger } from '../campaign-engine/recipients/ledger.ts';
import type { ReceivedCampaigns } from './campaigns.ts';

const campaignsOfPage = 20;

export function createReceivedCampaigns({ ofUser }: Pick<Ledger, 'ofUser'>): ReceivedCampaigns {
  async function load(...query: Parameters<Ledger['ofUser']>): Promise<ReceivedCampaign[]> {
    const rows = await ofUser(...query);
    return rows.map(({ status, reason, finished_at, ...campaign }) => ({
      ...campaign,
      status: status as ReceivedCampaign['status'],
      reason: reason as ReceivedCampaign['reason'],
      finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
    }));
  }
  return {
    async page(bot, userId, options) {
      const rows = await load(bot, userId, { ...options, limit: campaignsOfPage + 1 });
      const campaigns = rows.slice(0, campaignsOfPage);
      return { campaigns, next: rows.length > campaignsOfPage ? (campaigns.at(-1)?.campaign_id ?? null) : null };
    },
    all: (bot, userId) => load(bot, userId, {}),
  };
}
