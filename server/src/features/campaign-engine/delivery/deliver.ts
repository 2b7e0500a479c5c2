import type { ClaimedRecipient } from '../recipients/settle-recipients.ts';
import type { SentCampaign } from '../sent-campaign.ts';
import { againMs, createRecipientDelivery, type DeliveryDeps, type DeliverySender } from './deliver-one.ts';
import { type Batch, createLoadBatch } from './load-batch.ts';

/** Delivers to claimed recipients, claim by claim. */
export function createDelivery(deps: DeliveryDeps, sender: DeliverySender) {
  const { logger, monotonic } = deps;
  const { pace } = sender;
  const load = createLoadBatch(deps, sender.bot);
  const { settle, fail, deliver } = createRecipientDelivery(deps, sender, (campaign) => leaveQueue(campaign, 1));
  const calls = new Set<Promise<void>>();
  let inFlight = 0;
  /** Messages that are claimed and wait for the turn of their calls. */
  let queued = 0;

  function leaveQueue(campaign: SentCampaign, recipients: number): void {
    campaign.queued -= recipients;
    queued -= recipients * campaign.size;
  }

  async function begin(campaign: SentCampaign, recipients: readonly ClaimedRecipient[]): Promise<void> {
    const finishCalls = (count: number): void => {
      const wasFull = inFlight >= pace.maxCalls();
      inFlight -= count;
      campaign.inFlight -= count;
      if (wasFull) sender.wake();
    };
    const putBack = (): void => {
      leaveQueue(campaign, recipients.length);
      for (const { userId } of recipients) settle(campaign, { userId, status: 'ForSend', waitMs: againMs });
      finishCalls(recipients.length);
    };
    let batch: Batch | null;
    try {
      batch = await load(
        campaign,
        recipients.map(({ userId }) => userId),
      );
    } catch (error) {
      logger.warn({ err: error, bot: sender.bot }, 'recipients of a campaign wait again');
      pace.unreachable(monotonic());
      return putBack();
    }
    if (batch === null) {
      putBack();
      return fail([...sender.campaigns.keys()], 'NeedToken', '');
    }
    sender.ready();
    const { bot, values, skips } = batch;
    const one = async (recipient: ClaimedRecipient): Promise<void> => {
      try {
        await deliver(campaign, recipient, { bot, values, skips });
      } catch (error) {
        // The row stays in progress, and becomes unknown: nobody can say whether Telegram was called.
        logger.error({ err: error, bot: sender.bot }, 'a message of a campaign could not be sent');
        const { userId, variant } = recipient;
        settle(campaign, { userId, variant, status: 'Error', reason: 'interrupted' });
      } finally {
        finishCalls(1);
      }
    };
    await Promise.all(recipients.map(one));
  }

  return {
    inFlight: (): number => inFlight,
    queued: (): number => queued,
    send(campaign: SentCampaign, recipients: readonly ClaimedRecipient[]): void {
      inFlight += recipients.length;
      campaign.inFlight += recipients.length;
      campaign.queued += recipients.length;
      queued += recipients.length * campaign.size;
      const call = begin(campaign, recipients).finally(() => calls.delete(call));
      calls.add(call);
    },
    async drain(): Promise<void> {
      await Promise.all(calls);
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
