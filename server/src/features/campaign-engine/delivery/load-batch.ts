import type { TemplateValues } from '@botscope/contract';
import type { SenderDeps, SendingBot, Skip } from '../engine-deps.ts';
import type { SendingLedger } from '../recipients/ledger.ts';
import type { SentCampaign } from '../sent-campaign.ts';
import { createReadAhead } from './read-ahead.ts';

/** Data needed to write to the recipients of a claim. */
export interface Batch {
  bot: SendingBot & { token: string };
  values: ReadonlyMap<number, TemplateValues>;
  skips: ReadonlyMap<number, Skip>;
}

/** Users read ahead for one campaign: half a minute at ten messages a second. */
const maxUpcoming = 300;

/** Loads the batch for the campaigns of a bot. Null: the bot cannot send. */
export function createLoadBatch(
  deps: Pick<SenderDeps, 'bot' | 'valuesOf' | 'leftOf' | 'skippedOf' | 'footerOf'> & {
    ledger: Pick<SendingLedger, 'waitingAfter'>;
    monotonic: () => number;
  },
  bot: string,
) {
  const { ledger, monotonic } = deps;
  const reads = new WeakMap<SentCampaign, ReturnType<typeof createReads>>();

  const createReads = (campaign: SentCampaign) => ({
    values: createReadAhead({
      read: (ids) => deps.valuesOf(bot, ids, campaign.forms.variables),
      isLasting: () => true,
      now: monotonic,
    }),
    left: createReadAhead({
      read: async (ids) => new Map([...(await deps.leftOf(bot, ids))].map((id) => [id, true])),
      // Telegram refuses the message where they have left since; one who has returned would not get it.
      isLasting: (hasLeft) => hasLeft === undefined,
      now: monotonic,
    }),
  });

  return async (campaign: SentCampaign, userIds: readonly number[]): Promise<Batch | null> => {
    const { plan, row, forms } = campaign;
    const sentTo = { campaignId: row.campaignId, audience: plan.audience };
    const campaignReads = reads.get(campaign) ?? createReads(campaign);
    reads.set(campaign, campaignReads);
    let next: Promise<number[]> | undefined;
    // Campaigns at users' local times do not claim in the order of ids, so the next ids say nothing.
    const upcoming = () => {
      next ??=
        row.sending.user_time === null
          ? ledger.waitingAfter(row.campaignId, userIds.at(-1) ?? 0, maxUpcoming)
          : Promise.resolve([]);
      return next;
    };
    campaign.footer = deps.footerOf(bot, sentTo);
    const loadLeft = async () => new Set((await campaignReads.left.of(userIds, upcoming)).keys());
    const [botRow, values, skips] = await Promise.all([
      deps.bot(bot),
      forms.variables.length === 0 ? new Map<number, TemplateValues>() : campaignReads.values.of(userIds, upcoming),
      deps.skippedOf(bot, userIds, sentTo, loadLeft),
    ]);
    return botRow === null || botRow.token === null ? null : { bot: { ...botRow, token: botRow.token }, values, skips };
  };
}
