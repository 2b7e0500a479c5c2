import { randomUUID } from 'node:crypto';
import { startWorkLoop, type WorkLoop } from '../../platform/claims/work-loop.ts';
import { clockOf, systemClock } from '../../platform/clock.ts';
import type { Work } from '../feature.ts';
import { type BotSender, startBotSender } from './bot-sender.ts';
import type { DeliveryDeps } from './delivery/deliver-one.ts';
import type { CampaignSender, SenderDeps } from './engine-deps.ts';
import { createRunningJobs } from './jobs/running-jobs.ts';
import { type CallWindow, createCallWindow } from './pace/call-window.ts';
import { createSendingLedger } from './recipients/ledger.ts';
import { createRunningCampaigns } from './running-campaigns.ts';
import { createSenders } from './senders.ts';

/** Interval of looks for campaigns that no message announced, ms. */
const lookMs = 5_000;

/** Sends campaigns of all bots whose lease it gets, one sender a bot, each on its own. */
export function createCampaignSender(options: SenderDeps): CampaignSender {
  const { db, instance, logger, maxSpeed, clock } = options;
  const senders = createSenders({ db, instance, run: randomUUID(), now: clock });
  const runningCampaigns = createRunningCampaigns(db, senders.isOurs, clock);
  const jobs = createRunningJobs(db, senders.isOurs);
  const deps: DeliveryDeps = {
    ...options,
    ledger: createSendingLedger(db, senders.isOurs, clock),
    running: runningCampaigns,
    ...(options.time ?? (clock === undefined ? systemClock : clockOf(clock))),
  };
  const bots = new Map<string, BotSender>();
  /** A campaign may begin within a second of the end of the one before. */
  const windows = new Map<string, CallWindow>();
  let loop: WorkLoop | undefined;

  /** @returns ms until the next look */
  async function round(signal: AbortSignal): Promise<number> {
    for (const [bot, window] of windows)
      if (!bots.has(bot) && window.count(deps.monotonic()) === 0) windows.delete(bot);
    for (const bot of await runningCampaigns.beginPlanned()) options.onEnd(bot);
    const busyBots = await Promise.all([runningCampaigns.botsWithWork(), jobs.botsWithWork()]);
    for (const bot of new Set(busyBots.flat())) {
      if (signal.aborted || bots.has(bot)) continue;
      const lease = await senders.take(bot);
      if (lease === null) continue;
      const calls = windows.get(bot) ?? createCallWindow();
      windows.set(bot, calls);
      const sender = startBotSender({ ...deps, senders, maxSpeed, jobs, calls }, lease);
      bots.set(bot, sender);
      void sender.done.then(() => {
        bots.delete(bot);
        // Something may have been started while it ended.
        loop?.wake();
      });
    }
    return Math.min(lookMs, Math.max(0, (await runningCampaigns.nextPlannedIn()) ?? lookMs));
  }

  return {
    wake(bot) {
      bots.get(bot)?.wake();
      loop?.wake();
    },

    start(): Work {
      const started = startWorkLoop({
        round,
        longestPauseMs: lookMs,
        onError: (error) => logger.warn({ err: error }, 'campaigns are looked for again'),
      });
      loop = started;
      return {
        async close() {
          await started.close();
          for (const sender of bots.values()) sender.stop();
          await Promise.all([...bots.values()].map(({ done }) => done));
        },
      };
    },
  };
}
