import type { PauseReason } from '@botscope/contract';
import type { Logger } from 'pino';
import type { DeliveryDeps } from './delivery/deliver-one.ts';
import type { AudienceOf, ZonesOf } from './engine-deps.ts';
import type { BotPace } from './pace/bot-pace.ts';
import { quietUntil, sharedQuiet } from './pace/campaign-pace.ts';
import type { SendingLedger } from './recipients/ledger.ts';
import type { RunningCampaign } from './running-campaigns.ts';
import type { Lease } from './senders.ts';
import { createSentCampaign, type SentCampaign } from './sent-campaign.ts';
import { createStarWatch } from './star-watch.ts';
import { timeOfUsers } from './timing/user-moment.ts';
import { assignVariant } from './variants/assign-variant.ts';
import { attendTest } from './variants/decide-winner.ts';
import type { ControlGroupRecorder } from './variants/record-control-group.ts';

/** Longer than any pause between two probes, so that the page does not change between them. */
const outageMs = 90_000;
/** Moments that are computed again at each look differ a little, ms. */
const pauseSlackMs = 1_000;

/** Keeps the campaigns of a bot as the store has them, and does all for them but sending. */
export function createBotCampaigns(
  deps: DeliveryDeps,
  sender: {
    lease: Lease;
    campaigns: Map<number, SentCampaign>;
    pace: Pick<BotPace, 'pausedUntil'>;
    controlGroup: ControlGroupRecorder;
    isOut: () => boolean;
    /** All outcomes are in the events. */
    isRecorded: () => boolean;
    wake: () => void;
    signal: AbortSignal;
  },
) {
  const { ledger, running, logger, now, monotonic } = deps;
  const { campaigns, controlGroup, lease, signal } = sender;
  const starWatch = createStarWatch({
    balance: () => deps.starBalance(lease.bot),
    async onShort(campaignId) {
      await running.fail([campaignId], 'NotEnoughStars', '');
      deps.onEnd(lease.bot);
    },
    onError: (error) => logger.warn({ err: error, bot: lease.bot }, 'the Stars of a bot could not be read'),
    now: monotonic,
  });

  /** Why the campaign sends nothing now, and until when at least. */
  function findPause({ sending }: RunningCampaign): { until: number; reason: PauseReason } | null {
    const quietEnd = quietUntil(sharedQuiet(sending.quiet), now());
    if (quietEnd !== null) return { until: quietEnd, reason: 'quiet_hours' };
    if (sender.isOut()) return { until: now() + outageMs, reason: 'outage' };
    const until = sender.pace.pausedUntil(monotonic());
    return until === null ? null : { until: now() + until - monotonic(), reason: 'limit' };
  }

  /** Ends it where it is over. */
  async function isEnded({ campaignId, sending, isPrepared, waiting }: RunningCampaign): Promise<boolean> {
    if (sending.finish_by !== null && now() >= Date.parse(sending.finish_by)) {
      if (await ledger.finish(campaignId, ['In_progress'], true)) deps.onEnd(lease.bot);
      return true;
    }
    if (!isPrepared || waiting > 0 || !(await running.finishSent(campaignId))) return false;
    deps.onEnd(lease.bot);
    return true;
  }

  /** Takes a campaign on: to its end, to those who are still to be written down, to its winner, into or out of a pause. */
  async function advance(campaign: SentCampaign): Promise<void> {
    const { campaignId, sending, isPrepared, pausedUntil, pausedFor } = campaign.row;
    if (await isEnded(campaign.row)) {
      campaigns.delete(campaignId);
      return;
    }
    if (!isPrepared) {
      campaign.preparing ??= prepareCampaign({ ...deps, controlGroup }, lease, campaign, signal, sender.wake).finally(
        () => {
          campaign.preparing = null;
        },
      );
    }
    await attendTest(deps, lease, campaign, sender.isRecorded);
    if (sending.quiet?.in_users_zone === true) campaign.zones = await ledger.zones(campaignId);
    const pause = findPause(campaign.row);
    const isSame =
      pausedFor === (pause?.reason ?? null) &&
      Math.abs((pausedUntil ?? 0) - (pause?.until ?? 0)) < (pausedFor === 'outage' ? outageMs / 2 : pauseSlackMs);
    if (!isSame) await running.pause(campaignId, pause);
  }

  return {
    /** Loads the campaigns as the store has them now, and takes each of them on. */
    async refresh(): Promise<void> {
      const rows = await running.ofBot(lease.bot);
      const ids = new Set(rows.map(({ campaignId }) => campaignId));
      for (const id of campaigns.keys()) if (!ids.has(id)) campaigns.delete(id);
      for (const row of rows) {
        const knownCampaign = campaigns.get(row.campaignId);
        if (knownCampaign !== undefined && knownCampaign.row.revision === row.revision) {
          knownCampaign.row = row;
          // Still there: that could not be stored, and its next message fails again.
          knownCampaign.isFailed = false;
        } else {
          const plan = await running.plan(row.campaignId);
          campaigns.set(row.campaignId, createSentCampaign(lease.bot, row, plan, deps.files));
        }
      }
      starWatch.check([...campaigns.values()].map(({ row, size }) => ({ ...row, waiting: row.waiting * size })));
      for (const campaign of campaigns.values()) await advance(campaign);
    },
    /** Waits for what goes on beside sending; never rejects. */
    settlePreparations: () =>
      Promise.allSettled([...campaigns.values()].flatMap(({ preparing, deciding }) => [preparing, deciding])),
    settleStars: starWatch.settled,
  };
}

/** Writes down the recipients of a campaign from where it was interrupted. Never rejects: the next look begins it again. */
async function prepareCampaign(
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
