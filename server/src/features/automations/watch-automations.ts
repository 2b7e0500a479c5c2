import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/claims/work-loop.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { createRunningCampaigns, type OnCampaignEnd, type ZonesOf } from '../campaign-engine/campaign-engine.ts';
import type { Work } from '../feature.ts';
import { loadActive } from './active-automations.ts';
import { createArming } from './arm-runs.ts';
import { createTriggerFinder } from './find-triggers.ts';
import { createTriggerRecorder } from './record-triggers.ts';
import { createSegmentEntries } from './segment-entries.ts';
import { createSendConditions } from './send-conditions.ts';
import { createUploadLoader } from './upload-loader.ts';
import { segmentMs, type WatchDeps, watchBot } from './watch-bot.ts';
import { createWatchers, type Watch } from './watchers.ts';

/** Interval of looks for new events, ms: one bot takes a fifth of the time at most, its larger looks a twentieth. */
const lookMs = 2_000;
const looksApart = 5;
const deepLookMs = 15 * minuteMs;
const largeLooksApart = 20;
/** Interval at which watches are prolonged and new bots are looked for, ms. */
const beatMs = 15_000;
/** Interval at which the reading position is stored, ms: events read since are read again after a crash. */
const storeMs = 30_000;
const retryMs = 10_000;

export interface AutomationDeps {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'rollup' | 'changeMembers'>;
  /** Names the data directory of this process. */
  instance: string;
  settingsOf: (bot: string, timeZone: string) => Promise<ReportSettings>;
  zonesOf: ZonesOf;
  /** An automation stopped by itself. */
  onEnd: OnCampaignEnd;
  logger: Pick<Logger, 'warn'>;
  /** The bot has messages to send. */
  wakeSender: (bot: string) => void;
  /** For tests; else moments of the metadata store are its own. */
  clock?: (() => number) | undefined;
}

/** One run of a process that looks for triggers: what it needs to look at a bot, and its watches. */
export function createAutomationRun({ db, store, instance, settingsOf, zonesOf, onEnd, clock }: AutomationDeps) {
  const watchers = createWatchers({ db, instance, run: randomUUID(), clock });
  const now = clock ?? Date.now;
  const runningCampaigns = createRunningCampaigns(db, undefined, clock);
  const storedPositions = new Map<string, number>();
  const deps: WatchDeps = {
    ...{ settingsOf, zonesOf, now },
    loadActive: (bot) => loadActive(db, bot),
    uploadsOf: createUploadLoader(db, now),
    find: createTriggerFinder({ store }),
    evaluate: createSegmentEntries({ db, store, now }),
    record: createTriggerRecorder(db, watchers.isOurs, zonesOf, clock),
    arming: createArming(db, watchers.isOurs, clock),
    conditions: createSendConditions({ db, store, now }),
    async fail(bot, campaignId) {
      await runningCampaigns.fail([campaignId], 'CampaignNotReady', '', 'paused');
      onEnd(bot);
    },
    async advance(watch, readUntil) {
      watch.readUntil = readUntil;
      if (readUntil - (storedPositions.get(watch.bot) ?? 0) < storeMs) return;
      await watchers.advance(watch, readUntil);
      storedPositions.set(watch.bot, readUntil);
    },
  };
  return { watchers, deps };
}

/** A bot that this process watches. Moments are unix ms. */
interface WatchedBot {
  watch: Watch;
  lookAt: number;
  deepAt: number;
  segmentsAt: number;
}

/** Watches all bots that it gets, one look at a time. */
export function createAutomationWatcher(options: AutomationDeps) {
  const { logger } = options;
  const { watchers, deps } = createAutomationRun(options);
  const bots = new Map<string, WatchedBot>();
  const urgent = new Set<string>();
  let beatAt = 0;
  let loop: WorkLoop | undefined;

  async function beat(): Promise<void> {
    const watches = await watchers.takeAll();
    const keys = new Set(watches.map(({ bot }) => bot));
    for (const bot of bots.keys()) if (!keys.has(bot)) bots.delete(bot);
    for (const watch of watches) {
      const watchedBot = bots.get(watch.bot);
      if (watchedBot?.watch.fence !== watch.fence) {
        bots.set(watch.bot, { watch, lookAt: 0, deepAt: 0, segmentsAt: 0 });
      }
    }
  }

  async function look(bot: WatchedBot): Promise<void> {
    const startedAt = performance.now();
    const isDeep = startedAt >= bot.deepAt;
    const hasSegments = startedAt >= bot.segmentsAt;
    // New ones are evaluated at once.
    const segmentsBefore = hasSegments ? deps.now() - segmentMs + 1_000 : 0;
    const isArmed = await watchBot(deps, bot.watch, { events: isDeep ? 'deep' : 'new', segmentsBefore });
    if (isArmed) options.wakeSender(bot.watch.bot);
    const took = performance.now() - startedAt;
    bot.lookAt = startedAt + Math.max(lookMs, took * looksApart);
    if (isDeep) bot.deepAt = startedAt + Math.max(deepLookMs, took * largeLooksApart);
    if (hasSegments) bot.segmentsAt = startedAt + Math.max(segmentMs, took * largeLooksApart);
  }

  /** @returns ms until the next look */
  async function round(signal: AbortSignal): Promise<number> {
    if (performance.now() >= beatAt || urgent.size > 0) {
      await beat();
      beatAt = performance.now() + beatMs;
    }
    for (const key of urgent) {
      const bot = bots.get(key);
      if (bot !== undefined) bot.lookAt = 0;
    }
    urgent.clear();
    for (const bot of bots.values()) {
      if (signal.aborted || performance.now() < bot.lookAt) continue;
      try {
        await look(bot);
      } catch (error) {
        logger.warn({ err: error, bot: bot.watch.bot }, 'triggers of a bot are looked for again');
        bot.lookAt = performance.now() + retryMs;
      }
    }
    return Math.min(beatAt, ...[...bots.values()].map(({ lookAt }) => lookAt)) - performance.now();
  }

  return {
    /** An automation of the bot was started, resumed or stopped. */
    wake(bot: string): void {
      urgent.add(bot);
      loop?.wake();
    },
    start(): Work {
      const started = startWorkLoop({
        round,
        longestPauseMs: retryMs,
        onError: (error) => logger.warn({ err: error }, 'automations are looked for again'),
      });
      loop = started;
      return {
        async close() {
          await started.close();
          await watchers.release();
        },
      };
    },
  };
}
