import { variablesOf } from '@botscope/contract';
import { type Bucket, createBucket } from './bucket.ts';
import { type CampaignMedia, createCampaignMedia } from './campaign-media.ts';
import type { CampaignFileSource } from './engine-deps.ts';
import type { CampaignPlan, RunningCampaign } from './running-campaigns.ts';
import type { Sending } from './send-recipient.ts';

/** Different users, with no delivery between them, whose faults are the message's. */
const usersOfFault = 3;

/** A campaign while this process sends it. */
export interface SentCampaign extends Sending {
  row: RunningCampaign;
  readonly plan: CampaignPlan;
  readonly bucket: Bucket;
  /** The last id that was claimed: the next ones are looked for after it, and from the beginning once there is none. */
  cursor: number;
  /** Nobody was due at the last look: the next one is then, unix ms. */
  restsUntil: number;
  inFlight: number;
  preparing: Promise<void> | null;
  media: CampaignMedia | null;
  /** Notes that a message of this user was refused for what is in it. True: the campaign must stop. */
  blame(userId: number): boolean;
  /** A message arrived. */
  clear(): void;
}

export function createSentCampaign(
  bot: string,
  row: RunningCampaign,
  plan: CampaignPlan,
  files: CampaignFileSource,
): SentCampaign {
  const { message } = plan;
  const blamed = new Set<number>();
  return {
    row,
    plan,
    message,
    variables: variablesOf(message),
    media: message.media === null ? null : createCampaignMedia(files, bot, message.media),
    bucket: createBucket(),
    cursor: 0,
    restsUntil: 0,
    inFlight: 0,
    preparing: null,
    blame(userId) {
      blamed.add(userId);
      return blamed.size >= usersOfFault;
    },
    clear: () => blamed.clear(),
  };
}
