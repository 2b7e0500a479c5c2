import * as z from 'zod/mini';
import { type CampaignSending, freeSpeed } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { botPath, campaignPath } from './ids.ts';

/** Telegram's price of a message above the free speed: a tenth of a Star. All amounts here are tenths. */
export const tenthsOfMessage = 1;
/** The most that Telegram takes with `allow_paid_broadcast`, messages a second. */
export const paidSpeed = 1_000;

type Paced = Pick<CampaignSending, 'is_paid' | 'speed' | 'interval_cap' | 'spread_hours'>;

/** Messages a second that a campaign may reach. */
const fastest = ({ speed, interval_cap }: Paced): number => Math.min(speed, interval_cap);

/** Highest price of `count` messages, tenths of a Star: only those above the free ones of each second cost. */
export function tenthsFor(count: number, pace: Paced): number {
  const speed = fastest(pace);
  if (!pace.is_paid || speed <= freeSpeed) return 0;
  return Math.ceil(count * (1 - freeSpeed / speed)) * tenthsOfMessage;
}

/** Returns the highest price of the next minute of a campaign. */
export const tenthsOfMinute = (pendingCount: number, pace: Paced): number =>
  tenthsFor(Math.min(pendingCount, fastest(pace) * 60), pace);

/** Stars of a bot, in tenths. */
export const StarBalance = z.object({ tenths: z.number() });
export type StarBalance = z.output<typeof StarBalance>;

/** Telegram's charge to a bot for fast sending between the start and the end of a campaign. */
export const CampaignBill = z.object({
  /** Requests above the free limit. */
  requests: z.number(),
  tenths: z.number(),
});
export type CampaignBill = z.output<typeof CampaignBill>;

export const paidBroadcastEndpoints = {
  /** The fastest that the operator allows, messages a second; above the free speed only for Stars. */
  getMailingLimits: endpoint({
    method: 'GET',
    path: '/bots/{key}/mailing-limits',
    access: 'tasker.task.view',
    params: botPath,
    data: z.object({ max_speed: z.number() }),
  }),
  /** As Telegram says now. NeedToken, TelegramUnavailable, TelegramRefused. */
  getStarBalance: endpoint({
    method: 'GET',
    path: '/bots/{key}/star-balance',
    access: 'tasker.task.update',
    params: botPath,
    data: StarBalance,
  }),
  /** As Telegram says now; also for what else of the bot was billed in that time. */
  campaignBill: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/bill',
    access: 'tasker.task.view',
    params: campaignPath,
    data: CampaignBill,
  }),
};
