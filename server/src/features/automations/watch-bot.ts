import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { Turn } from '../../events/consumers/event-consumer.ts';
import { AppError } from '../../platform/errors.ts';
import { minuteMs } from '../../platform/time-units.ts';
import type { ZonesOf } from '../campaign-engine/campaign-engine.ts';
import type { UploadTime } from '../uploads/uploads.ts';
import type { ActiveAutomation } from './active-automations.ts';
import type { Arming } from './arm-runs.ts';
import type { DueAutomation, DueRun } from './due-runs.ts';
import type { FindTriggers } from './find-triggers.ts';
import type { RecordTriggers } from './record-triggers.ts';
import type { EvaluateSegment } from './segment-entries.ts';
import type { SendConditions } from './send-conditions.ts';

/** Shortest interval between two evaluations of a segment, ms. */
export const segmentMs = minuteMs;

export interface WatchDeps {
  loadActive: (bot: string) => Promise<ActiveAutomation[]>;
  settingsOf: (bot: string, timeZone: string) => Promise<ReportSettings>;
  /** Uploads of the bot's history that were read lately. */
  uploadsOf: (bot: string) => Promise<UploadTime[]>;
  find: FindTriggers;
  evaluate: EvaluateSegment;
  record: RecordTriggers;
  arming: Arming;
  conditions: SendConditions;
  zonesOf: ZonesOf;
  /** Ends an automation that waits for something that no longer exists. */
  fail: (bot: string, campaignId: number) => Promise<void>;
}

/**
 * Looks once: for what triggers the bot's automations, for segments that were evaluated before a moment (Unix ms), and for
 * messages that are due. What it writes is written once however often it is repeated. @returns whether the sender has
 * something to send
 */
export async function watchBot(deps: WatchDeps, turn: Turn, segmentsBefore: number): Promise<boolean> {
  const { bot } = turn;
  const settings = new Map<string, Promise<ReportSettings>>();
  const loadSettings = (timeZone: string): Promise<ReportSettings> => {
    const zoneSettings = settings.get(timeZone) ?? deps.settingsOf(bot, timeZone);
    settings.set(timeZone, zoneSettings);
    return zoneSettings;
  };
  const actives = await deps.loadActive(bot);
  const [first] = actives;
  if (first === undefined) return false;
  const uploads = await deps.uploadsOf(bot);
  await findTriggers();
  for (const active of actives) await evaluate(active);
  return arm();

  /** Times of day and days matter to no trigger that is an event: any time zone will do. */
  async function findTriggers(): Promise<void> {
    const eventAutomations = actives.filter(({ automation }) => automation.trigger.kind !== 'segment');
    if (eventAutomations.length === 0 || first === undefined) return;
    const pages = deps.find(await loadSettings(first.timeZone), eventAutomations, turn.read, uploads, ({ id }) =>
      deps.fail(bot, id),
    );
    for await (const { active, found: triggers } of pages) await deps.record(turn, active, triggers);
  }

  async function evaluate(active: ActiveAutomation): Promise<void> {
    const { segment, automation, activeSince } = active;
    if (automation.trigger.kind !== 'segment') return;
    const isNew = segment === null || segment.activeSince !== activeSince;
    const evaluatedAt = segment?.evaluatedAt ?? 0;
    if (!isNew && evaluatedAt >= segmentsBefore) return;
    // Users who enter because history is imported have not done anything now.
    const isImporting = uploads.some(({ finishedAt }) => finishedAt > evaluatedAt);
    try {
      const ofZone = await loadSettings(active.timeZone);
      await deps.evaluate(
        ofZone,
        active,
        isImporting,
        async (triggers) => void (await deps.record(turn, active, triggers)),
      );
    } catch (error) {
      if (!isOfRules(error)) throw error;
      await deps.fail(bot, active.id);
    }
  }

  async function loadZones({ hasOwnQuiet }: DueAutomation, runs: readonly DueRun[]) {
    if (!hasOwnQuiet) return undefined;
    return deps.zonesOf(
      bot,
      runs.map(({ userId }) => userId),
    );
  }

  async function arm(): Promise<boolean> {
    let isArmed = false;
    await deps.arming.expire(turn);
    for (const { automation, runs } of await deps.arming.due(bot)) {
      try {
        const decided = await deps.conditions(await loadSettings(automation.timeZone), automation, runs);
        for (const [reason, some] of Map.groupBy(runs, (run) => decided.get(run) ?? null)) {
          if (reason !== null) await deps.arming.skip(turn, automation.id, some, reason);
          else if ((await deps.arming.arm(turn, automation, some, await loadZones(automation, some))) > 0)
            isArmed = true;
        }
      } catch (error) {
        if (!isOfRules(error)) throw error;
        await deps.fail(bot, automation.id);
      }
    }
    return isArmed;
  }
}

/** Rules that the bot cannot answer any more: a target or a segment is gone. */
const isOfRules = (error: unknown): boolean =>
  error instanceof AppError && ['InvalidField', 'InvalidPattern', 'SegmentCycle'].includes(error.code);
