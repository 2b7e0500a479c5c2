import { countMessages, type MessageButton } from '@botscope/contract';
import type { CampaignMedia } from './delivery/campaign-media.ts';
import type { CampaignFileSource } from './engine-deps.ts';
import { type Bucket, createBucket } from './pace/bucket.ts';
import type { CampaignPlan, RunningCampaign } from './running-campaigns.ts';
import { createMessageForms, type MessageForms } from './variants/message-forms.ts';

/** A campaign while this process sends it. */
export interface SentCampaign {
  row: RunningCampaign;
  readonly plan: CampaignPlan;
  readonly forms: MessageForms;
  readonly bucket: Bucket;
  /** The most messages that a recipient gets: more than one of an album. */
  readonly size: number;
  /** Last claimed id: the next claim starts after it, and from the beginning once none follow. */
  cursor: number;
  /** No recipient was due at the last claim: time of the next one, ms of the monotonic clock. */
  restsUntil: number;
  /** Time zones of its recipients, where quiet hours are those of users. */
  zones: readonly string[];
  inFlight: number;
  /** Claimed, and waiting for the turn of their calls. */
  queued: number;
  /** No call of it begins: it is being stopped because of a fault. */
  isFailed: boolean;
  preparing: Promise<void> | null;
  /** The winner of its test is being decided. */
  deciding: Promise<void> | null;
  /** The file of its only message; null where it has none, or several messages. */
  media: CampaignMedia | null;
  /** Added below the buttons of every version. */
  footer: MessageButton | null;
  /** Faster than Telegram does for nothing, for Stars. */
  readonly isPaid: boolean;
}

export function createSentCampaign(
  bot: string,
  row: RunningCampaign,
  plan: CampaignPlan,
  files: CampaignFileSource,
): SentCampaign {
  const forms = createMessageForms(bot, plan, files);
  return {
    row,
    plan,
    forms,
    media: forms.all.length === 1 ? (forms.all[0]?.media ?? null) : null,
    bucket: createBucket(),
    size: Math.max(...forms.all.map(({ message }) => countMessages(message))),
    cursor: 0,
    restsUntil: 0,
    zones: [],
    inFlight: 0,
    queued: 0,
    isFailed: false,
    footer: null,
    isPaid: row.sending.is_paid,
    preparing: null,
    deciding: null,
  };
}
