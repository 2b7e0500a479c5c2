import { type Kysely, sql } from 'kysely';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { EventConsumer, EventCursor } from '../../events/consumers/event-consumer.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { createRunningCampaigns, type OnCampaignEnd, type ZonesOf } from '../campaign-engine/campaign-engine.ts';
import { createUploadLoader } from '../uploads/uploads.ts';
import { loadActive } from './active-automations.ts';
import { createArming } from './arm-runs.ts';
import { createTriggerFinder } from './find-triggers.ts';
import { createTriggerRecorder } from './record-triggers.ts';
import { createSegmentEntries } from './segment-entries.ts';
import { createSendConditions } from './send-conditions.ts';
import { segmentMs, type WatchDeps, watchBot } from './watch-bot.ts';

/** Evaluating segments takes a bot a twentieth of the time at most. */
const evaluationsApart = 20;

export interface AutomationDeps {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'rollup' | 'changeMembers'>;
  settingsOf: (bot: string, timeZone: string) => Promise<ReportSettings>;
  zonesOf: ZonesOf;
  /** An automation stopped by itself. */
  onEnd: OnCampaignEnd;
  /** The bot has messages to send. */
  wakeSender: (bot: string) => void;
  /** For tests; else moments of the metadata store are its own. */
  clock?: (() => number) | undefined;
}

/** Finds the triggers of bots with running automations, and makes recipients of users whose message is due. */
export function createAutomationConsumer(options: AutomationDeps): EventConsumer {
  const { wakeSender, clock } = options;
  const now = clock ?? Date.now;
  const deps = createWatchDeps(options);
  /** Moments of the monotonic clock. A cursor that was just claimed has none. */
  const segmentsAt = new WeakMap<EventCursor, number>();
  return {
    name: 'automations',
    subjects: sql`
      SELECT bot_key AS subject, bot_key FROM campaigns WHERE automation IS NOT NULL AND status = 'In_progress'`,
    wakeOn: 'campaigns-changed',
    async consume(turn) {
      const startedAt = performance.now();
      const hasSegments = startedAt >= (segmentsAt.get(turn.cursor) ?? 0);
      // New ones are evaluated at once.
      const isArmed = await watchBot(deps, turn, hasSegments ? now() - segmentMs + 1_000 : 0);
      if (isArmed) wakeSender(turn.bot);
      const took = performance.now() - startedAt;
      if (hasSegments) segmentsAt.set(turn.cursor, startedAt + Math.max(segmentMs, took * evaluationsApart));
    },
  };
}

/** Parts of a look at a bot. */
export function createWatchDeps({
  db,
  store,
  settingsOf,
  zonesOf,
  onEnd,
  clock,
}: Omit<AutomationDeps, 'wakeSender'>): WatchDeps {
  const now = clock ?? Date.now;
  const runningCampaigns = createRunningCampaigns(db, undefined, clock);
  return {
    ...{ settingsOf, zonesOf },
    loadActive: (bot) => loadActive(db, bot),
    uploadsOf: createUploadLoader(db, now),
    find: createTriggerFinder({ store }),
    evaluate: createSegmentEntries({ db, store, now }),
    record: createTriggerRecorder(db, zonesOf, clock),
    arming: createArming(db, clock),
    conditions: createSendConditions({ db, store, now }),
    async fail(bot, campaignId) {
      await runningCampaigns.fail([campaignId], 'CampaignNotReady', '', 'paused');
      onEnd(bot);
    },
  };
}
