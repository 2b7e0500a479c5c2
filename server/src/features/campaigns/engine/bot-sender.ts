import { recordAnswers } from '../../../ingest/recording/record-answer.ts';
import { type BotPace, createBotPace } from './bot-pace.ts';
import { campaignSpeed, quietUntil } from './campaign-pace.ts';
import { createDelivery, type DeliveryDeps } from './deliver.ts';
import { createOutcomeQueue } from './outcome-queue.ts';
import { prepareCampaign } from './prepare-campaign.ts';
import { repairOutcomes } from './repair-outcomes.ts';
import { beatMs, type SenderState, type Senders, type TakenLease } from './senders.ts';
import { createSentCampaign, type SentCampaign } from './sent-campaign.ts';
import { takeTurns } from './take-turns.ts';

/** Messages are claimed for so long at once where the speed allows it, ms: a claim is a commit on disk. */
const gatherMs = 250;
/** How soon a stop, a new campaign or a new recipient is seen, ms. */
const lookMs = 500;
/** Outcomes that wait to be stored; more, and nothing is sent until they are. */
const mostUnstored = 2_000;
const retryMs = 1_000;
/** Those who still wait are looked for again after so long where nobody was due, ms. */
const restMs = 1_000;

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
  deps: DeliveryDeps & { senders: Pick<Senders, 'keep' | 'release'>; maxSpeed: number },
  lease: TakenLease,
): BotSender {
  const { ledger, running, senders, logger, now } = deps;
  const pace: BotPace = createBotPace({ maxSpeed: deps.maxSpeed, rate: lease.rate, limitedUntil: lease.limitedUntil });
  const queue = createOutcomeQueue({
    bot: lease.bot,
    fence: lease.fence,
    ledger,
    writeOutcomes: deps.writeOutcomes,
    logger,
    now,
    async recordAnswers(answers) {
      const bot = await deps.bot(lease.bot);
      if (bot !== null) await recordAnswers(deps.store, bot, answers);
    },
  });
  const closing = new AbortController();
  let alarm = new AbortController();
  const campaigns = new Map<number, SentCampaign>();
  const wake = (): void => alarm.abort();
  const delivery = createDelivery(deps, { bot: lease.bot, pace, queue, campaigns, wake });
  let last: number | null = null;
  let isRepaired = false;
  let repairing: Promise<void> = Promise.resolve();

  const state = (): SenderState => ({
    limitedUntil: pace.pausedUntil(now()),
    rate: pace.learntRate(),
    // What the holders before have left comes first.
    unrecordedMs: isRepaired ? queue.unrecordedMs() : now() - (lease.recordedUntil ?? now()),
  });

  /** The campaigns as the store has them now. */
  async function look(): Promise<void> {
    const rows = await running.ofBot(lease.bot);
    const ids = new Set(rows.map(({ campaignId }) => campaignId));
    for (const id of campaigns.keys()) if (!ids.has(id)) campaigns.delete(id);
    for (const row of rows) {
      const known = campaigns.get(row.campaignId);
      if (known !== undefined) known.row = row;
      else {
        const plan = await running.plan(row.campaignId);
        campaigns.set(row.campaignId, createSentCampaign(lease.bot, row, plan, deps.files));
      }
    }
    for (const campaign of campaigns.values()) await attend(campaign);
  }

  /** All but sending: its end, its pauses, and those who are still to be written down. */
  async function attend(campaign: SentCampaign): Promise<void> {
    const { campaignId, sending, isPrepared, waiting, pausedUntil } = campaign.row;
    if (sending.finish_by !== null && now() >= Date.parse(sending.finish_by)) {
      await ledger.finish(campaignId, ['In_progress']);
      campaigns.delete(campaignId);
      return;
    }
    if (isPrepared && waiting === 0 && (await running.finishSent(campaignId))) {
      campaigns.delete(campaignId);
      return;
    }
    if (!isPrepared) {
      campaign.preparing ??= prepareCampaign(deps, lease, campaign, closing.signal, wake).finally(() => {
        campaign.preparing = null;
      });
    }
    const until = quietUntil(sending.quiet, now()) ?? pace.pausedUntil(now());
    if (until !== pausedUntil) await running.pause(campaignId, until);
  }

  /** How many messages of each campaign begin now. */
  function share(): Map<number, number> {
    const wanted = new Map<number, number>();
    const at = now();
    for (const [id, campaign] of campaigns) {
      const { row, bucket, media, inFlight } = campaign;
      if (row.waiting === 0 || campaign.restsUntil > at || quietUntil(row.sending.quiet, at) !== null) continue;
      const most = bucket.available(at, campaignSpeed(row, at));
      // Uploaded by one message; the others wait for its id.
      wanted.set(id, media === null || media.isKnown() ? most : Math.min(most, 1 - inFlight));
    }
    const free = pace.mostCalls() - delivery.inFlight();
    return takeTurns(Math.max(0, Math.min(free, pace.available(at))), wanted, last);
  }

  async function sendSome(): Promise<void> {
    const at = now();
    for (const [id, count] of share()) {
      const campaign = campaigns.get(id);
      if (campaign === undefined) continue;
      const claimed = await ledger.claim(lease, id, count, campaign.cursor);
      if (claimed.length === 0) {
        if (campaign.cursor === 0) {
          campaign.restsUntil = at + restMs;
          if (delivery.inFlight() === 0 && queue.size() === 0) await ledger.putBack(lease);
        }
        campaign.cursor = 0;
        continue;
      }
      campaign.cursor = claimed.at(-1)?.userId ?? 0;
      pace.take(at, claimed.length);
      campaign.bucket.take(at, claimed.length);
      last = id;
      delivery.send(campaign, claimed);
    }
  }

  function pauseMs(): number {
    const at = now();
    const most = pace.mostCalls();
    if (delivery.inFlight() >= most) return lookMs;
    const waits = [...campaigns.values()]
      .filter((campaign) => campaign.row.waiting > 0 && campaign.restsUntil <= at)
      .map((campaign) => campaign.bucket.waitMs(at, campaignSpeed(campaign.row, at)));
    if (waits.length === 0) return lookMs;
    const first = Math.max(pace.waitMs(at), Math.min(...waits));
    // Several in one claim, as long as that does not leave Telegram idle.
    const together = Math.min(gatherMs, ((most / 2) * 1_000) / deps.maxSpeed);
    return Math.min(lookMs, Math.max(first, together));
  }

  async function run(): Promise<void> {
    await ledger.recover(lease);
    repairing = repairOutcomes(deps, lease, closing.signal).then((isDone) => {
      isRepaired = isDone;
    });
    while (!closing.signal.aborted) {
      alarm = new AbortController();
      try {
        await look();
        if (campaigns.size === 0 && delivery.inFlight() === 0 && queue.size() === 0) return;
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

  const beats = setInterval(() => {
    senders.keep(lease, state()).then(
      (isKept) => isKept || closing.abort(),
      (error: unknown) =>
        logger.warn({ err: error, bot: lease.bot }, 'the lease of a bot’s campaigns is not prolonged'),
    );
  }, beatMs);

  async function end(): Promise<void> {
    closing.abort();
    queue.close();
    await Promise.allSettled([...campaigns.values()].map(({ preparing }) => preparing));
    await delivery.drain();
    await queue.drain();
    await repairing;
    clearInterval(beats);
    if (await senders.keep(lease, state())) await senders.release(lease);
  }

  const done = run()
    .catch((error: unknown) => logger.warn({ err: error, bot: lease.bot }, 'campaigns are sent later'))
    .then(end)
    .catch((error: unknown) => logger.warn({ err: error, bot: lease.bot }, 'a lease ends by itself'));
  return { done, wake, stop: () => closing.abort() };
}
