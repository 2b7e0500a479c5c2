import type { Logger } from 'pino';
import type { AudienceOf } from './engine-deps.ts';
import type { SendingLedger } from './ledger.ts';
import type { Lease } from './senders.ts';
import type { SentCampaign } from './sent-campaign.ts';

/** Writes down the recipients of a campaign from where it was interrupted. Never rejects: the next look begins it again. */
export async function prepareCampaign(
  deps: { ledger: Pick<SendingLedger, 'prepare' | 'prepared'>; audienceOf: AudienceOf; logger: Pick<Logger, 'warn'> },
  { bot }: Lease,
  campaign: SentCampaign,
  signal: AbortSignal,
  onPrepared: () => void,
): Promise<void> {
  const { ledger, audienceOf, logger } = deps;
  const { campaignId, preparedUntil } = campaign.row;
  const { audience, timeZone } = campaign.plan;
  try {
    for await (const chunk of audienceOf({ bot, campaignId, audience, timeZone }, preparedUntil)) {
      if (signal.aborted || !(await ledger.prepare(campaignId, chunk))) return;
      campaign.restsUntil = 0;
      onPrepared();
    }
    await ledger.prepared(campaignId);
    onPrepared();
  } catch (error) {
    logger.warn({ err: error, bot, campaign: campaignId }, 'the recipients of a campaign are written down later');
  }
}
