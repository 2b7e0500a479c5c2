import type { TemplateValues } from '@botscope/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { CallTelegram } from '../../../telegram/sending/call-telegram.ts';
import type { SenderDeps, Skip } from '../engine-deps.ts';
import { type BotPace, noteOutcome } from '../pace/bot-pace.ts';
import type { BegunCall } from '../pace/call-window.ts';
import { campaignSpeed } from '../pace/campaign-pace.ts';
import type { Turns } from '../pace/turns.ts';
import type { SendingLedger } from '../recipients/ledger.ts';
import type { ClaimedRecipient, Settlement } from '../recipients/settle-recipients.ts';
import type { RunningCampaigns } from '../running-campaigns.ts';
import type { SentCampaign } from '../sent-campaign.ts';
import type { MessageForm } from '../variants/message-forms.ts';
import { judgeOutcome } from './judge-outcome.ts';
import type { Batch } from './load-batch.ts';
import type { OutcomeQueue } from './outcome-queue.ts';
import { type Sent, sendToRecipient } from './send-recipient.ts';

export type DeliveryDeps = Omit<SenderDeps, 'db' | 'instance' | 'maxSpeed'> & {
  ledger: SendingLedger;
  running: RunningCampaigns;
} & Clock;

/** The sender of a bot, as delivery sees it. */
export interface DeliverySender {
  bot: string;
  pace: BotPace;
  turns: Turns;
  queue: Pick<OutcomeQueue, 'add'>;
  campaigns: ReadonlyMap<number, SentCampaign>;
  /** There is room for the next ones. */
  wake: () => void;
  /** Called when the recipients of a claim can be sent to. */
  ready: () => void;
}

/** Delay before a message that surely was not sent because of us is tried again, ms. */
export const againMs = 1_000;
const skipSettlements = {
  left: { status: 'Error', reason: 'left' },
  excluded: { status: 'Cancel', reason: 'excluded' },
  unsubscribed: { status: 'Cancel', reason: 'unsubscribed' },
  capped: { status: 'Cancel', reason: 'capped' },
  erased: { status: 'Cancel', reason: 'erased' },
  later: { status: 'ForSend', waitMs: againMs },
} as const satisfies Record<Skip, Omit<Settlement, 'userId'>>;

/** Calls Telegram for one recipient, and passes the outcome to the queue, the pace and the campaign. */
export function createRecipientDelivery(
  deps: DeliveryDeps,
  sender: DeliverySender,
  /** The call of one message of the campaign does not wait any more. */
  leaveQueue: (campaign: SentCampaign) => void,
) {
  const { running, logger, now, monotonic } = deps;
  const { queue } = sender;

  const settle = ({ row }: SentCampaign, settlement: Settlement): void =>
    queue.add({ campaignId: row.campaignId, settlement, answer: null });
  /** A campaign that goes on because this could not be stored fails again with its next message. */
  const fail = (ids: readonly number[], problem: string, description: string): Promise<void> => {
    for (const id of ids) {
      const campaign = sender.campaigns.get(id);
      if (campaign !== undefined) campaign.isFailed = true;
    }
    return running
      .fail(ids, problem, description)
      .then(() => deps.onEnd(sender.bot))
      .catch((error: unknown) => logger.warn({ err: error, bot: sender.bot }, 'a campaign is stopped later'));
  };

  /** Null: the call is not to be made any more. */
  function waitForTurn(campaign: SentCampaign): Promise<BegunCall | null> {
    const { bucket, size } = campaign;
    const speed = () => campaignSpeed(campaign.row, now(), size);
    const isOpen = () => !campaign.isFailed;
    return sender.turns({ bucket, speed, size, isOpen }).finally(() => leaveQueue(campaign));
  }

  async function deliver(campaign: SentCampaign, recipient: ClaimedRecipient, batch: Batch): Promise<void> {
    const { userId, variant, attempts } = recipient;
    const skip = batch.skips.get(userId);
    if (skip !== undefined) {
      leaveQueue(campaign);
      return settle(campaign, { userId, variant, ...skipSettlements[skip] });
    }
    const { campaignId } = campaign.row;
    const values = batch.values.get(userId);
    const form = campaign.forms.of(variant, values);
    const version = { variant, language: form.language };
    // A message that waits for the first one to upload the file has no turn before that.
    const result = await form.afterUpload(async () => {
      const begunCall = await waitForTurn(campaign);
      return begunCall && send(deps, campaign, userId, { form, values, bot: batch.bot }, begunCall);
    });
    if (result === null) return settle(campaign, { userId, status: 'ForSend' });
    if (result.is === 'not called') {
      settle(campaign, { ...result.settlement, ...version });
      if (result.problem !== null)
        await fail([campaignId], result.problem.code, describeProblem(form, result.problem.description));
      return;
    }
    const { outcome, uses, method, answer, durationMs, isUpload } = result;
    const waitMs = noteOutcome(sender, outcome, { userId, durationMs, isUpload }, monotonic());
    if (outcome.is === 'unknown') sender.wake();
    const isPersonal = form.variables.length > 0;
    const { settlement, fault } = judgeOutcome(outcome, { isPersonal, attempts, waitMs });
    const ledgerId = `c${campaignId}-${userId}`;
    queue.add({
      campaignId,
      settlement: { userId, ...version, ...settlement },
      answer: answer === null ? null : { method, answer, ledgerId },
    });
    if (outcome.is === 'delivered') return form.clear();
    const description = 'description' in outcome ? outcome.description : '';
    if (fault === 'bot') await fail([...sender.campaigns.keys()], 'WrongToken', description);
    const mustStop =
      (fault === 'message' && (settlement.status === 'ForSend' || form.blame(userId))) ||
      (fault === 'file' && !((await form.media?.refused(uses)) ?? false));
    if (mustStop) await fail([campaignId], 'TelegramRefused', describeProblem(form, description));
  }

  return { settle, fail, deliver };
}

/** Names the message where there are several. */
const describeProblem = ({ name }: MessageForm, description: string): string =>
  name === '' ? description : `${name}: ${description}`;

/** Ends when Telegram has answered, so that the first answer has given the others the id of the file. */
async function send(
  deps: Pick<DeliveryDeps, 'call' | 'linkTo' | 'now' | 'monotonic'>,
  campaign: SentCampaign,
  userId: number,
  { form, values, bot }: { form: MessageForm; values: TemplateValues | undefined; bot: Batch['bot'] },
  begunCall: BegunCall,
): Promise<Sent> {
  const { campaignId } = campaign.row;
  const { linkTo, now, monotonic } = deps;
  const call: CallTelegram = async (...args) => {
    const end = await deps.call(...args);
    if ('status' in end) begunCall.answered(monotonic());
    return end;
  };
  const outgoingMessage = { ...form, footer: campaign.footer, isPaid: campaign.isPaid };
  try {
    return await sendToRecipient(outgoingMessage, userId, values, bot, {
      call,
      now,
      monotonic,
      linkTo: linkTo && ((link) => linkTo({ campaignId, userId, message: form.number, link, isTest: false })),
    });
  } finally {
    begunCall.ended(monotonic());
  }
}
