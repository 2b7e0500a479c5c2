import type { Logger } from 'pino';
import type { AudienceOf, ZonesOf } from './engine-deps.ts';
import type { SendingLedger } from './recipients/ledger.ts';
import type { Lease } from './senders.ts';
import type { SentCampaign } from './sent-campaign.ts';
import { timeOfUsers } from './timing/send-at.ts';
import { assignVariant } from './variants/assign-variant.ts';
import type { ControlGroupRecorder } from './variants/record-control-group.ts';

/** Writes down the recipients of a campaign from where it was interrupted. Never rejects: the next look begins it again. */
export async function prepareCampaign(
  deps: {
    ledger: Pick<SendingLedger, 'prepare' | 'prepared'>;
    audienceOf: AudienceOf;
    zonesOf: ZonesOf;
    controlGroup: ControlGroupRecorder;
    logger: Pick<Logger, 'warn'>;
  },
  { bot }: Lease,
  campaign: SentCampaign,
  signal: AbortSignal,
  onPrepared: () => void,
): Promise<void> {
  const { ledger, audienceOf, controlGroup, logger } = deps;
  const { campaignId, preparedUntil } = campaign.row;
  const { audience, timeZone, variants } = campaign.plan;
  const isHoldingOut = variants.hold_out !== null;
  const assign = (userId: number) => assignVariant(variants, campaignId, userId);
  try {
    for await (const chunk of audienceOf({ bot, campaignId, audience, timeZone }, preparedUntil)) {
      if (signal.aborted) return;
      if (isHoldingOut) controlGroup.begin(campaignId);
      const timeOf = await timeOfUsers(deps.zonesOf, bot, campaign.row, chunk);
      if (!(await ledger.prepare(campaignId, chunk, assign, timeOf))) {
        if (isHoldingOut) await controlGroup.record(campaignId, signal);
        return;
      }
      campaign.restsUntil = 0;
      onPrepared();
    }
    if (isHoldingOut && !(await controlGroup.record(campaignId, signal))) return;
    await ledger.prepared(campaignId);
    onPrepared();
  } catch (error) {
    logger.warn({ err: error, bot, campaign: campaignId }, 'the recipients of a campaign are written down later');
  }
}
