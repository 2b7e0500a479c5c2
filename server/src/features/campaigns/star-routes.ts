import { api } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { Stars } from './stars.ts';

/** Registers what fast sending may cost, and what it has cost. */
export function registerStars(
  http: Http<BotRow>,
  { rows, stars, maxSpeed }: { rows: Pick<CampaignStore, 'one'>; stars: Stars; maxSpeed: number },
): void {
  http.on(api.getMailingLimits, async () => ({ max_speed: maxSpeed }));
  http.on(api.getStarBalance, async ({ bot }) => ({ tenths: await stars.balance(permitted(bot).key) }));
  http.on(api.campaignBill, async ({ bot, params }) => {
    const { key } = permitted(bot);
    const campaign = await rows.one(key, Number(params.campaign_id));
    if (campaign === undefined) throw new AppError('NotFound', { field: 'campaign_id' });
    const { startedAt, finishedAt } = campaign;
    if (startedAt === null || !campaign.sending.is_paid) return { requests: 0, tenths: 0 };
    return stars.billed(key, startedAt.getTime(), finishedAt?.getTime() ?? Date.now());
  });
}
