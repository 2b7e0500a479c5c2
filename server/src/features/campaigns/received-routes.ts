import { api, type ReceivedCampaign } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Ledger } from '../campaign-engine/campaign-engine.ts';
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

interface ReceivedDeps {
  received: Pick<ReceivedCampaigns, 'page'>;
  /** Whether the bot has met the user. */
  knows(bot: string, userId: number): Promise<boolean>;
}

/** The campaigns on the page of a user. */
export function registerReceived(http: Http<BotRow>, { received, knows }: ReceivedDeps): void {
  http.on(api.receivedCampaigns, async ({ bot, params, query: { before } }) => {
    const { key } = permitted(bot);
    const userId = Number(params.user_id);
    if (!(await knows(key, userId))) throw new AppError('NotFound', { field: 'user_id' });
    return received.page(key, userId, { before: before === undefined ? undefined : Number(before) });
  });
}
