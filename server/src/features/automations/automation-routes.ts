import { type AutomationStatistics, api } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { CampaignStore } from '../campaigns/campaigns.ts';

/** Registers the statistics of automations: the outcomes of their triggers. */
export function registerAutomations(
  http: Http<BotRow>,
  deps: {
    rows: Pick<CampaignStore, 'get'>;
    statistics: (campaignId: number, timeZone: string) => Promise<AutomationStatistics>;
  },
): void {
  http.on(api.automationStatistics, async ({ params, bot, account }) => {
    const campaign = await deps.rows.get(permitted(bot).key, Number(params.campaign_id));
    if (campaign.automation === null) throw new AppError('NotFound', { field: 'campaign_id' });
    return deps.statistics(campaign.id, account?.time_zone ?? 'UTC');
  });
}
