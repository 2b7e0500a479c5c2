import type { PauseReason } from '@botscope/contract';
import { recordAnswers } from '../../ingest/recording/record-answer.ts';
import type { BotCircuit } from '../../telegram/sending/circuit.ts';
import { createDelivery, type DeliveryDeps } from './delivery/deliver.ts';
import { createOutcomeQueue } from './delivery/outcome-queue.ts';
import { repairOutcomes } from './delivery/repair-outcomes.ts';
import { createJobWork } from './jobs/job-work.ts';
import type { RunningJobs } from './jobs/running-jobs.ts';
import { type BotPace, createBotPace } from './pace/bot-pace.ts';
import type { CallWindow } from './pace/call-window.ts';
import { campaignSpeed, openZones, quietUntil, sharedQuiet } from './pace/campaign-pace.ts';
import { createClaimHorizon } from './pace/claim-horizon.ts';
import { takeTurns } from './pace/take-turns.ts';
import { createTurns } from './pace/turns.ts';
import { prepareCampaign } from './prepare-campaign.ts';
import type { RunningCampaign } from './running-campaigns.ts';
import { beatMs, type SenderState, type Senders, type TakenLease } from './senders.ts';
import { createSentCampaign, type SentCampaign } from './sent-campaign.ts';
import { createStarWatch } from './star-watch.ts';
import { attendTest, isUndecided } from './variants/decide-winner.ts';
import { createControlGroupRecorder } from './variants/record-control-group.ts';

/** Sending time covered by one claim where the speed allows it, ms: a claim is a commit on disk. */
const gatherMs = 250;
/** Interval at which a stop, a new campaign or a new recipient is noticed, ms. */
const lookMs = 500;
/** Outcomes that wait to be stored; more, and nothing is sent until they are. */
const mostUnstored = 2_000;
const retryMs = 1_000;
/** Openings of the circuit after half a minute of an outage: shorter ones are not reported. */
const notifiedOpenings = 5;
/** Longer than any pause between two probes, so that the page does not change between them. */
const outageMs = 90_000;
/** Moments that are computed again at each look differ a little, ms. */
const pauseSlackMs = 1_000;
/** Pause before waiting recipients are looked for again where none was due, ms. */
const restMs = 1_000;
/**
 * Pause where some wait for the end of their own quiet hours: others may be due before, and looking goes through all
 * who wait.
 */
const quietRestMs = 5_000;
/** Longest pause, however far off a user's local time is, ms. */
const longestRestMs = 30_000;

/** A bot's campaigns, sent by the holder of its lease. */
export interface BotSender {
  /** Resolves when nothing is left to send, or the lease is lost. Never rejects. */
  done: Promise<void>;
  /** Looks now. */
  wake(): void;
  /** Sends nothing more; what is on its way is waited for. */
  stop(): void;
}

/** Sends what the bot's campaigns want, until none wants anything. */
export function startBotSender(
  deps: DeliveryDeps & {
    senders: Pick<Senders, 'keep' | 'release'>;
    maxSpeed: number;
    jobs: RunningJobs;
    /** Calls of the bot that this process made before. */
    calls?: CallWindow;
  },
  lease: TakenLease,
): BotSender {
  const { ledger, running, senders, logger, now, monotonic } = deps;
  const pace: BotPace = createBotPace({
    maxSpeed: deps.maxSpeed,
    rate: lease.rate,
    limitedUntil: monotonic() + lease.limitedMs,
    calls: deps.calls,
    onSleep: () => void keepLease(),
  });
  const queue = createOutcomeQueue({
    bot: lease.bot,
    fence: lease.fence,
    ledger,
    writeOutcomes: deps.writeOutcomes,
    logger,
    now,
    monotonic,
    async recordAnswers(answers) {
      const bot = await deps.bot(lease.bot);
      if (bot !== null) await recordAnswers(deps.store, bot, answers);
    },
  });
  const controlGroup = createControlGroupRecorder(deps, lease.bot);
  const closing = new AbortController();
  let alarm = new AbortController();
  const campaigns = new Map<number, SentCampaign>();
  const wake = (): void => alarm.abort();
  const horizon = createClaimHorizon();
  const markReady = () => horizon.ready(monotonic());
  const turns = createTurns(pace, monotonic);
  const delivery = createDelivery(deps, { bot: lease.bot, pace, turns, queue, campaigns, wake, ready: markReady });
  const jobs = createJobWork(deps, { lease, pace, turns, wake });
  const inFlight = (): number => delivery.inFlight() + jobs.inFlight();
  /** Messages whose turn has not come. */
  const queued = (): number => delivery.queued() + jobs.queued();
  /** Several in one claim, as long as that does not leave Telegram idle. */
  const togetherMs = (): number => Math.min(gatherMs, ((pace.mostCalls() / 2) * 1_000) / deps.maxSpeed);
  const aheadMs = (): number => horizon.ms(togetherMs());
  let last: number | null = null;
  let circuit: BotCircuit | null = null;
  /** Openings of the circuit that are stored. */
  let storedOpenings = lease.outage.openings;
  /** The outage was notified of, by this process or the one before. */
  let isNotified = lease.outage.openings >= notifiedOpenings;
  let isRepaired = false;
  let repairing: Promise<void> = Promise.resolve();

  const starWatch = createStarWatch({
    balance: () => deps.starBalance(lease.bot),
    async onShort(campaignId) {
      await running.fail([campaignId], 'NotEnoughStars', '');
      deps.onEnd(lease.bot);
    },
    onError: (error) => logger.warn({ err: error, bot: lease.bot }, 'the Stars of a bot could not be read'),
    now: monotonic,
  });

  const state = (): SenderState => ({
    limitedMs: pace.limitedMs(monotonic()),
    outage: circuit?.outage() ?? lease.outage,
    rate: pace.learntRate(),
    // Outcomes that previous holders have left come first.
    unrecordedMs: isRepaired
      ? Math.max(queue.unrecordedMs(), controlGroup.unrecordedMs())
      : now() - (lease.recordedUntil ?? now()),
  });

  /** Prolongs the lease, and stores what the next holder has to know. */
  async function keepLease(): Promise<void> {
    try {
      if (!(await senders.keep(lease, state()))) closing.abort();
    } catch (error) {
      logger.warn({ err: error, bot: lease.bot }, 'the lease of a bot’s campaigns is not prolonged');
    }
  }

  /** An outage is stored at once, so that a restart does not run into it with full speed, and is reported when it lasts. */
  async function watchOutage(): Promise<void> {
    const bot = await deps.bot(lease.bot);
    if (bot === null || bot.token === null) return;
    const isFirst = circuit === null;
    circuit = deps.circuits.of({ apiRoot: bot.apiRoot, token: bot.token });
    if (isFirst) circuit.restore(lease.outage);
    pace.follow(circuit);
    const { openings } = circuit.outage();
    if (openings !== storedOpenings) {
      storedOpenings = openings;
      await keepLease();
    }
    if (openings === 0) isNotified = false;
    if (openings < notifiedOpenings || isNotified) return;
    isNotified = true;
    await running.notifyOutage([...campaigns.keys()]);
    deps.onEnd(lease.bot);
  }

  /** Why the campaign sends nothing now, and until when at least. */
  function findPause({ sending }: RunningCampaign): { until: number; reason: PauseReason } | null {
    const quietEnd = quietUntil(sharedQuiet(sending.quiet), now());
    if (quietEnd !== null) return { until: quietEnd, reason: 'quiet_hours' };
    if ((circuit?.outage().openings ?? 0) > 0) return { until: now() + outageMs, reason: 'outage' };
    const until = pace.pausedUntil(monotonic());
    return until === null ? null : { until: now() + until - monotonic(), reason: 'limit' };
  }

  /** The campaigns as the store has them now. */
  async function look(): Promise<void> {
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
    for (const campaign of campaigns.values()) await attend(campaign);
    await jobs.look();
  }

  /** All but sending: its end, its pauses, and those who are still to be written down. */
  async function attend(campaign: SentCampaign): Promise<void> {
    const { campaignId, sending, isPrepared, waiting, pausedUntil, pausedFor } = campaign.row;
    if (sending.finish_by !== null && now() >= Date.parse(sending.finish_by)) {
      if (await ledger.finish(campaignId, ['In_progress'], true)) deps.onEnd(lease.bot);
      campaigns.delete(campaignId);
      return;
    }
    if (isPrepared && waiting === 0 && (await running.finishSent(campaignId))) {
      deps.onEnd(lease.bot);
      campaigns.delete(campaignId);
      return;
    }
    if (!isPrepared) {
      campaign.preparing ??= prepareCampaign({ ...deps, controlGroup }, lease, campaign, closing.signal, wake).finally(
        () => {
          campaign.preparing = null;
        },
      );
    }
    await attendTest(deps, lease, campaign, () => isRepaired && queue.size() === 0);
    if (sending.quiet?.in_users_zone === true) campaign.zones = await ledger.zones(campaignId);
    const pause = findPause(campaign.row);
    const isSame =
      pausedFor === (pause?.reason ?? null) &&
      Math.abs((pausedUntil ?? 0) - (pause?.until ?? 0)) < (pausedFor === 'outage' ? outageMs / 2 : pauseSlackMs);
    if (!isSame) await running.pause(campaignId, pause);
  }

  /**
   * Computes how many messages of each campaign are claimed now, so that their calls begin when it is their turn; of
   * each job, how many calls wait for their turn.
   */
  function share(): Map<number, number> {
    const demand = new Map<number, number>();
    const nowMs = monotonic();
    const room = { aheadMs: aheadMs(), queued: queued() };
    for (const [id, campaign] of campaigns) {
      const { row, bucket, media, inFlight, size } = campaign;
      if (
        row.waiting === 0 ||
        campaign.restsUntil > nowMs ||
        quietUntil(sharedQuiet(row.sending.quiet), now()) !== null
      )
        continue;
      const capacity = bucket.available(nowMs, campaignSpeed(row, now(), size), {
        ...{ size, aheadMs: aheadMs(), queued: campaign.queued * size },
      });
      // Uploaded by one message; the others wait for its id.
      demand.set(id, media === null || media.isProven() ? capacity : Math.min(capacity, 1 - inFlight));
    }
    for (const [number, count] of jobs.wanted(nowMs, aheadMs())) demand.set(number, count);
    const freeCalls = pace.mostCalls() - inFlight();
    const count = Math.max(0, Math.min(freeCalls, pace.available(nowMs, room)));
    return takeTurns(count, demand, last, (id) => campaigns.get(id)?.row.isAutomation === true);
  }

  async function sendSome(): Promise<void> {
    const nowMs = monotonic();
    horizon.look(nowMs);
    for (const [id, count] of share()) {
      if (id < 0) {
        pace.take(nowMs, jobs.begin(id, count, nowMs));
        last = id;
        continue;
      }
      const campaign = campaigns.get(id);
      if (campaign === undefined) continue;
      const isTimed = campaign.row.sending.user_time !== null;
      const { size } = campaign;
      const albums = () => pace.available(nowMs, { size, aheadMs: aheadMs(), queued: queued() });
      const room = size === 1 ? count : Math.min(count, albums());
      // An album whose turn it is, and for which there is no room yet: small messages would always be faster.
      if (room === 0) return;
      const open = openZones(campaign.row.sending.quiet, campaign.zones, now());
      const recipients = await ledger.claim(lease, id, room, campaign.cursor, {
        ...{ isTest: isUndecided(campaign), isTimed, open },
      });
      if (recipients.length === 0) {
        if (campaign.cursor === 0) {
          const quietEnd = open?.nextAt ?? null;
          campaign.restsUntil = isTimed
            ? nowMs + (await restOfTimed(id))
            : quietEnd === null
              ? nowMs + restMs
              : nowMs + Math.max(restMs, Math.min(quietEnd - now(), quietRestMs));
          if (delivery.inFlight() === 0 && queue.size() === 0) await ledger.putBack(lease);
        }
        campaign.cursor = 0;
        continue;
      }
      // By users' own time they are found without it.
      campaign.cursor = isTimed ? 0 : (recipients.at(-1)?.userId ?? 0);
      pace.take(nowMs, recipients.length * size);
      campaign.bucket.take(nowMs, campaignSpeed(campaign.row, now(), size), recipients.length * size);
      last = id;
      delivery.send(campaign, recipients);
    }
  }

  /** Until the next user's own time; who is due and was not claimed waits for another reason, which is looked at soon. */
  async function restOfTimed(campaignId: number): Promise<number> {
    const next = (await ledger.nextTime(campaignId)) ?? now();
    return Math.max(restMs, Math.min(next - now(), longestRestMs));
  }

  function pauseMs(): number {
    const nowMs = monotonic();
    const lookahead = aheadMs();
    if (inFlight() >= pace.mostCalls()) return lookMs;
    const waits = [...campaigns.values()]
      .filter((campaign) => campaign.row.waiting > 0 && campaign.restsUntil <= nowMs)
      .map(({ bucket, row, size, queued: ofCampaign }) =>
        Math.max(
          pace.waitMs(nowMs, { size, aheadMs: lookahead, queued: queued() }),
          bucket.waitMs(nowMs, campaignSpeed(row, now(), size), {
            size,
            aheadMs: lookahead,
            queued: ofCampaign * size,
          }),
        ),
      )
      .concat(
        jobs
          .waits(nowMs, lookahead)
          .map((ms) => Math.max(pace.waitMs(nowMs, { aheadMs: lookahead, queued: queued() }), ms)),
      );
    if (waits.length === 0) return lookMs;
    return Math.min(lookMs, Math.max(Math.min(...waits), togetherMs()));
  }

  async function run(): Promise<void> {
    await ledger.recover(lease);
    repairing = repairOutcomes(deps, lease, closing.signal).then((isDone) => {
      isRepaired = isDone;
    });
    while (!closing.signal.aborted) {
      alarm = new AbortController();
      try {
        await watchOutage();
        await look();
        if (campaigns.size === 0 && jobs.size() === 0 && inFlight() === 0 && queue.size() === 0) return;
        const speeds = [...campaigns.values()].map(({ row }) => Math.min(row.sending.speed, row.sending.interval_cap));
        pace.share(monotonic(), deps.botSends.load(lease.bot), Math.max(0, ...speeds));
        if (queue.size() < mostUnstored) await sendSome();
        await rest(pauseMs());
      } catch (error) {
        logger.warn({ err: error, bot: lease.bot }, 'campaigns wait; they are looked at again');
        await rest(retryMs);
      }
    }
  }

  function rest(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    for (const { signal } of [alarm, closing]) {
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    }
    return promise.finally(() => closing.signal.removeEventListener('abort', end));
  }

  deps.botSends.announce(lease.bot);
  const beats = setInterval(() => {
    deps.botSends.announce(lease.bot);
    void keepLease();
  }, beatMs);

  async function end(): Promise<void> {
    closing.abort();
    queue.close();
    await Promise.allSettled([...campaigns.values()].flatMap(({ preparing, deciding }) => [preparing, deciding]));
    await delivery.drain();
    await jobs
      .drain()
      .catch((error: unknown) => logger.warn({ err: error, bot: lease.bot }, 'a job goes on from an earlier place'));
    await queue.drain();
    await repairing;
    await starWatch.settled();
    clearInterval(beats);
    if (await senders.keep(lease, state())) await senders.release(lease);
  }

  const completion = run()
    .catch((error: unknown) => logger.warn({ err: error, bot: lease.bot }, 'campaigns are sent later'))
    .then(end)
    .catch((error: unknown) => logger.warn({ err: error, bot: lease.bot }, 'a lease ends by itself'));
  return { done: completion, wake, stop: () => closing.abort() };
}
