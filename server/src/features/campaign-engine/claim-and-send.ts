import type { Delivery } from './delivery/deliver.ts';
import type { JobWork } from './jobs/job-work.ts';
import type { Slots } from './pace/allocate-slots.ts';
import type { BotPace } from './pace/bot-pace.ts';
import { campaignSpeed, openZones } from './pace/campaign-pace.ts';
import type { ClaimHorizon } from './pace/claim-horizon.ts';
import type { WorkRef } from './pace/turns.ts';
import type { SendingLedger } from './recipients/ledger.ts';
import type { ClaimedRecipient } from './recipients/settle-recipients.ts';
import type { Lease } from './senders.ts';
import type { SentCampaign } from './sent-campaign.ts';
import { isUndecided } from './variants/decide-winner.ts';

/** Pause before waiting recipients are looked for again where none was due, ms. */
const restMs = 1_000;
/**
 * Pause where some wait for the end of their own quiet hours: others may be due before, and looking goes through all
 * who wait.
 */
const quietRestMs = 5_000;
/** Longest pause, however far off a user's local time is, ms. */
const longestRestMs = 30_000;

interface ClaimDeps {
  ledger: Pick<SendingLedger, 'claim' | 'nextTime' | 'putBack'>;
  now: () => number;
  /** Nothing of the bot is on its way. */
  isIdle: () => boolean;
}

/** Returns a round of sending: recipients are claimed, and calls begun, for all campaigns and jobs that have a turn. */
export function createRounds(
  deps: ClaimDeps & { monotonic: () => number },
  sender: {
    lease: Lease;
    campaigns: ReadonlyMap<number, SentCampaign>;
    pace: Pick<BotPace, 'take'>;
    slots: Slots;
    horizon: Pick<ClaimHorizon, 'look'>;
    jobs: Pick<JobWork, 'begin'>;
    delivery: Pick<Delivery, 'send'>;
  },
): () => Promise<void> {
  const { lease, campaigns, pace, slots, jobs } = sender;
  let last: WorkRef | null = null;

  return async () => {
    const nowMs = deps.monotonic();
    sender.horizon.look(nowMs);
    for (const [ref, count] of slots.allocate(nowMs, last)) {
      if (ref.kind === 'job') {
        pace.take(nowMs, jobs.begin(ref.id, count, nowMs));
        last = ref;
        continue;
      }
      const campaign = campaigns.get(ref.id);
      if (campaign === undefined) continue;
      const { row, bucket, size } = campaign;
      const room = size === 1 ? count : Math.min(count, slots.available(nowMs, size));
      // An album whose turn it is, and for which there is no room yet: small messages would always be faster.
      if (room === 0) return;
      const recipients = await claimRecipients(deps, lease, campaign, { count: room, nowMs });
      if (recipients.length === 0) continue;
      const messages = recipients.length * size;
      pace.take(nowMs, messages);
      bucket.take(nowMs, campaignSpeed(row, deps.now(), size), messages);
      last = ref;
      sender.delivery.send(campaign, recipients);
    }
  };
}

/** Claims the next recipients of a campaign; where none is due, the campaign rests. */
async function claimRecipients(
  deps: ClaimDeps,
  lease: Lease,
  campaign: SentCampaign,
  { count, nowMs }: { count: number; nowMs: number },
): Promise<ClaimedRecipient[]> {
  const { ledger, now } = deps;
  const { campaignId, sending } = campaign.row;
  const isTimed = sending.user_time !== null;
  const open = openZones(sending.quiet, campaign.zones, now());
  const isTest = isUndecided(campaign);
  const recipients = await ledger.claim(lease, campaignId, count, campaign.cursor, { isTest, isTimed, open });
  const last = recipients.at(-1);
  if (last === undefined && campaign.cursor === 0) {
    campaign.restsUntil = nowMs + (isTimed ? await restOfTimed() : restOfQuiet(open?.nextAt ?? null));
    if (deps.isIdle()) await ledger.putBack(lease);
  }
  // Timed campaigns do not use the cursor.
  campaign.cursor = isTimed || last === undefined ? 0 : last.userId;
  return recipients;

  /** Until the next user's own time; who is due and was not claimed waits for another reason, which is looked at soon. */
  async function restOfTimed(): Promise<number> {
    const nextAt = (await ledger.nextTime(campaignId)) ?? now();
    return Math.max(restMs, Math.min(nextAt - now(), longestRestMs));
  }
  function restOfQuiet(quietEnd: number | null): number {
    return quietEnd === null ? restMs : Math.max(restMs, Math.min(quietEnd - now(), quietRestMs));
  }
}
