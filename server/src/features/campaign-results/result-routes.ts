import { api, withAllButtons } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { CampaignStore } from '../campaigns/campaign-store.ts';
import { recordedMessage, withOwnData } from '../campaigns/demo/neutral-data.ts';
import type { LoadResults } from './campaign-results.ts';

/** Registers the results of campaigns. */
export function registerResults(
  http: Http<BotRow>,
  { rows, loadResults }: { rows: Pick<CampaignStore, 'one'>; loadResults: LoadResults },
): void {
  http.on(api.campaignResults, async ({ bot, params, signal }) => {
    const { key } = permitted(bot);
    const campaign = await rows.one(key, Number(params.campaign_id));
    if (campaign === undefined) throw new AppError('NotFound', { field: 'campaign_id' });
    const isOfVisitor = campaign.visitor !== null;
    const message = isOfVisitor ? recordedMessage(campaign) : withAllButtons(campaign);
    const results = await loadResults({ bot: key, campaignId: campaign.id, message, signal });
    return isOfVisitor ? { ...results, buttons: withOwnData(campaign.message, results.buttons) } : results;
  });
}
