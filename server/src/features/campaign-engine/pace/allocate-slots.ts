import type { Delivery } from '../delivery/deliver.ts';
import type { JobWork } from '../jobs/job-work.ts';
import type { SentCampaign } from '../sent-campaign.ts';
import type { BotPace } from './bot-pace.ts';
import { campaignSpeed, quietUntil, sharedQuiet } from './campaign-pace.ts';
import type { ClaimHorizon } from './claim-horizon.ts';
import { takeTurns, type WorkRef } from './turns.ts';

/** Sending time covered by one claim where the speed allows it, ms: a claim is a commit on disk. */
const gatherMs = 250;

/** Divides the calls that a bot may begin among its campaigns and jobs. Moments are those of the monotonic clock. */
export function createSlots(
  sender: {
    campaigns: ReadonlyMap<number, SentCampaign>;
    pace: BotPace;
    delivery: Pick<Delivery, 'inFlight' | 'queued'>;
    jobs: JobWork;
    horizon: Pick<ClaimHorizon, 'ms'>;
    maxSpeed: number;
  },
  { now, monotonic }: { now: () => number; monotonic: () => number },
) {
  const { campaigns, pace, delivery, jobs, horizon } = sender;
  const inFlight = (): number => delivery.inFlight() + jobs.inFlight();
  /** Several in one claim, as long as that does not leave Telegram idle. */
  const togetherMs = (): number => Math.min(gatherMs, ((pace.maxCalls() / 2) * 1_000) / sender.maxSpeed);
  const aheadMs = (): number => horizon.ms(togetherMs());
  /** Room that messages need beside those whose turn has not come. */
  const room = (size = 1) => ({ size, aheadMs: aheadMs(), queued: delivery.queued() + jobs.queued() });
  const isQuiet = ({ row }: SentCampaign): boolean => quietUntil(sharedQuiet(row.sending.quiet), now()) !== null;

  return {
    inFlight,
    /** Messages that may be claimed now; with `size`, albums of that size. */
    available: (nowMs: number, size = 1): number => pace.available(nowMs, room(size)),

    /**
     * Computes how many messages of each campaign are claimed now, so that their calls begin when it is their turn; of
     * each job, how many calls wait for their turn.
     */
    allocate(nowMs: number, last: WorkRef | null): Map<WorkRef, number> {
      const demand = new Map<WorkRef, number>();
      for (const [id, campaign] of campaigns) {
        const { row, bucket, media, size } = campaign;
        if (row.waiting === 0 || campaign.restsUntil > nowMs || isQuiet(campaign)) continue;
        const capacity = bucket.available(nowMs, campaignSpeed(row, now(), size), {
          size,
          aheadMs: aheadMs(),
          queued: campaign.queued * size,
        });
        // Uploaded by one message; the others wait for its id.
        const isOneByOne = media !== null && !media.isProven();
        demand.set({ kind: 'campaign', id }, isOneByOne ? Math.min(capacity, 1 - campaign.inFlight) : capacity);
      }
      for (const [ref, count] of jobs.wanted(nowMs, aheadMs())) demand.set(ref, count);
      const count = Math.max(0, Math.min(pace.maxCalls() - inFlight(), pace.available(nowMs, room())));
      const lastRef = [...demand.keys()].find(({ kind, id }) => kind === last?.kind && id === last.id) ?? null;
      const isAutomation = ({ kind, id }: WorkRef) =>
        kind === 'campaign' && campaigns.get(id)?.row.isAutomation === true;
      return takeTurns(count, demand, lastRef, isAutomation);
    },

    /** Time until the next messages may be claimed, at most `longestMs`. */
    pauseMs(longestMs: number): number {
      const nowMs = monotonic();
      if (inFlight() >= pace.maxCalls()) return longestMs;
      const campaignWaits = [...campaigns.values()]
        .filter(({ row, restsUntil }) => row.waiting > 0 && restsUntil <= nowMs)
        .map(({ bucket, row, size, queued: claimedCount }) => {
          const bucketRoom = { size, aheadMs: aheadMs(), queued: claimedCount * size };
          const bucketMs = bucket.waitMs(nowMs, campaignSpeed(row, now(), size), bucketRoom);
          return Math.max(pace.waitMs(nowMs, room(size)), bucketMs);
        });
      const jobWaits = jobs.waits(nowMs, aheadMs()).map((ms) => Math.max(pace.waitMs(nowMs, room()), ms));
      const waits = [...campaignWaits, ...jobWaits];
      return waits.length === 0 ? longestMs : Math.min(longestMs, Math.max(Math.min(...waits), togetherMs()));
    },
  };
}

export type Slots = ReturnType<typeof createSlots>;
