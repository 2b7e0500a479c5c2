import { createBotCampaigns } from './bot-campaigns.ts';
import { createRounds } from './claim-and-send.ts';
import { createDelivery } from './delivery/deliver.ts';
import type { DeliveryDeps } from './delivery/deliver-one.ts';
import { createOutcomes } from './delivery/record-outcomes.ts';
import { createJobWork } from './jobs/job-work.ts';
import type { RunningJobs } from './jobs/running-jobs.ts';
import { createSlots } from './pace/allocate-slots.ts';
import { createBotPace } from './pace/bot-pace.ts';
import type { CallWindow } from './pace/call-window.ts';
import { createClaimHorizon } from './pace/claim-horizon.ts';
import { createTurns } from './pace/turns.ts';
import { beatMs, type Senders, type TakenLease } from './senders.ts';
import type { SentCampaign } from './sent-campaign.ts';
import { createOutageWatch } from './watch-outage.ts';

/** Interval at which a stop, a new campaign or a new recipient is noticed, ms. */
const lookMs = 500;
/** Outcomes that wait to be stored; more, and nothing is sent until they are. */
const maxUnstoredOutcomes = 2_000;
const retryMs = 1_000;

/** A bot's campaigns, sent by the holder of its lease. */
export interface BotSender {
  /** Resolves when nothing is left to send, or the lease is lost. Never rejects. */
  done: Promise<void>;
  /** Looks now. */
  wake(): void;
  /** Sends nothing more; what is on its way is waited for. */
  stop(): void;
}

type BotSenderDeps = DeliveryDeps & {
  senders: Pick<Senders, 'keep' | 'release'>;
  maxSpeed: number;
  jobs: RunningJobs;
  /** Calls of the bot that this process made before. */
  calls?: CallWindow;
};

/** Sends what the bot's campaigns want, until none wants anything. */
export function startBotSender(deps: BotSenderDeps, lease: TakenLease): BotSender {
  const { senders, logger } = deps;
  const closing = new AbortController();
  let wakeSignal = new AbortController();
  const wake = (): void => wakeSignal.abort();
  const warn = (text: string) => (error: unknown) => logger.warn({ err: error, bot: lease.bot }, text);
  const parts = createParts(deps, lease, { wake, keepLease, signal: closing.signal });
  const { botCampaigns, campaigns, delivery, jobs, outage, outcomes, pace, sendRound, slots } = parts;
  const { queue } = outcomes;

  /** Renews the lease, with the state that the next holder has to know. */
  const prolong = (): Promise<boolean> =>
    senders.keep(lease, {
      limitedMs: pace.limitedMs(deps.monotonic()),
      outage: outage.state(),
      rate: pace.learntRate(),
      unrecordedMs: outcomes.unrecordedMs(),
    });

  /** Prolongs the lease; a holder that has lost it stops. */
  async function keepLease(): Promise<void> {
    try {
      if (!(await prolong())) closing.abort();
    } catch (error) {
      warn('the lease of a bot’s campaigns is not prolonged')(error);
    }
  }

  async function run(): Promise<void> {
    await deps.ledger.recover(lease);
    outcomes.repair(closing.signal);
    while (!closing.signal.aborted) {
      wakeSignal = new AbortController();
      try {
        await outage.check();
        await botCampaigns.refresh();
        await jobs.refresh();
        if (campaigns.size === 0 && jobs.size() === 0 && slots.inFlight() === 0 && queue.size() === 0) return;
        const speeds = [...campaigns.values()].map(({ row }) => Math.min(row.sending.speed, row.sending.interval_cap));
        pace.share(deps.monotonic(), deps.botSends.load(lease.bot), Math.max(0, ...speeds));
        if (queue.size() < maxUnstoredOutcomes) await sendRound();
        await pause(slots.pauseMs(lookMs), [wakeSignal.signal, closing.signal]);
      } catch (error) {
        warn('campaigns wait; they are looked at again')(error);
        await pause(retryMs, [wakeSignal.signal, closing.signal]);
      }
    }
  }

  deps.botSends.announce(lease.bot);
  const beats = setInterval(() => {
    deps.botSends.announce(lease.bot);
    void keepLease();
  }, beatMs);

  async function end(): Promise<void> {
    closing.abort();
    queue.close();
    await botCampaigns.settlePreparations();
    await delivery.drain();
    await jobs.drain().catch(warn('a job goes on from an earlier place'));
    await outcomes.drain();
    await botCampaigns.settleStars();
    clearInterval(beats);
    if (await prolong()) await senders.release(lease);
  }

  const done = run().catch(warn('campaigns are sent later')).then(end).catch(warn('a lease ends by itself'));
  return { done, wake, stop: () => closing.abort() };
}

/** Creates what sends for the bot: its campaigns and jobs, their pace, the calls and their outcomes. */
function createParts(
  deps: BotSenderDeps,
  lease: TakenLease,
  sender: { wake: () => void; keepLease: () => Promise<void>; signal: AbortSignal },
) {
  const { maxSpeed, monotonic } = deps;
  const { wake, keepLease, signal } = sender;
  const campaigns = new Map<number, SentCampaign>();
  const pace = createBotPace({
    maxSpeed,
    rate: lease.rate,
    limitedUntil: monotonic() + lease.limitedMs,
    calls: deps.calls,
    onSleep: () => void keepLease(),
  });
  const outcomes = createOutcomes(deps, lease);
  const { queue, controlGroup, isRecorded } = outcomes;
  const horizon = createClaimHorizon();
  const ready = (): void => horizon.ready(monotonic());
  const turns = createTurns(pace, monotonic);
  const delivery = createDelivery(deps, { bot: lease.bot, pace, turns, queue, campaigns, wake, ready });
  const jobs = createJobWork(deps, { lease, pace, turns, wake });
  const slots = createSlots({ campaigns, pace, delivery, jobs, horizon, maxSpeed }, deps);
  const campaignIds = () => [...campaigns.keys()];
  const outage = createOutageWatch(deps, { lease, pace, campaignIds, keepLease });
  const { isOut } = outage;
  const botCampaigns = createBotCampaigns(deps, {
    lease,
    campaigns,
    pace,
    controlGroup,
    isOut,
    isRecorded,
    wake,
    signal,
  });
  const isIdle = (): boolean => delivery.inFlight() === 0 && queue.size() === 0;
  const sendRound = createRounds({ ...deps, isIdle }, { lease, campaigns, pace, slots, horizon, jobs, delivery });
  return { botCampaigns, campaigns, delivery, jobs, outage, outcomes, pace, sendRound, slots };
}

/** Waits until the time is over or one of the signals aborts. */
function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const timer = setTimeout(end, ms);
  for (const signal of signals) {
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }
  return promise.finally(() => {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', end);
  });
}
