import type { ReportSettings } from '../../analytics/reports/report.ts';
import { AppError } from '../../platform/errors.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/time-units.ts';
import type { ZonesOf } from '../campaign-engine/campaign-engine.ts';
import type { ActiveAutomation } from './active-automations.ts';
import type { Arming, DueAutomation, DueRun } from './arm-runs.ts';
import type { FindTriggers, Look, UploadTime } from './find-triggers.ts';
import type { RecordTriggers } from './record-triggers.ts';
import type { EvaluateSegment } from './segment-entries.ts';
import type { SendConditions } from './send-conditions.ts';
import type { Watch } from './watchers.ts';

/** Delay between receipt and store that the next look still covers, ms: clocks differ, inserts wait. */
const overlapMs = 5 * minuteMs;
/**
 * A clock may have been wrong when an event was received: days ahead, until someone set it, or behind the store's clock,
 * which says since when an automation is active.
 */
const clockErrorMs = { ahead: 7 * dayMs, behind: dayMs };
/** Once in a while the whole last day is looked at: a process that was away may have had events of it on its disk. */
const deepMs = dayMs;
/** Highest age of an event when it is received: more where the whole day is looked at. */
const latenessMs = { new: 6 * hourMs, deep: 4 * dayMs };
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
  advance: (watch: Watch, readUntil: number) => Promise<void>;
  /** Ends an automation that waits for something that no longer exists. */
  fail: (bot: string, campaignId: number) => Promise<void>;
  now: () => number;
}

/** Work of one look, beside due messages. */
export interface WatchRound {
  events: 'new' | 'deep' | 'none';
  /** Segments that were evaluated before then, unix ms. */
  segmentsBefore: number;
}

/**
 * Looks once: for what triggers the bot's automations, and for messages that are due. What it writes is written once
 * however often it is repeated. @returns whether the sender has something to send
 */
export async function watchBot(deps: WatchDeps, watch: Watch, round: WatchRound): Promise<boolean> {
  const { bot } = watch;
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
  if (round.events !== 'none') await findTriggers();
  for (const active of actives) await evaluate(active);
  return arm();

  /** Times of day and days matter to no trigger that is an event: any time zone will do. */
  async function findTriggers(): Promise<void> {
    const eventAutomations = actives.filter(({ automation }) => automation.trigger.kind !== 'segment');
    if (eventAutomations.length === 0 || first === undefined) return;
    const until = deps.now();
    const look = planLook(eventAutomations, until, round.events === 'deep');
    const pages = deps.find(await loadSettings(first.timeZone), eventAutomations, look, uploads, ({ id }) =>
      deps.fail(bot, id),
    );
    for await (const { active, found: triggers } of pages) await deps.record(watch, active, triggers);
    await deps.advance(watch, until);
  }

  /** From the first receipt that may not have been looked at. */
  function planLook(eventAutomations: readonly ActiveAutomation[], now: number, isDeep: boolean): Look {
    const activeSince = Math.min(...eventAutomations.map((active) => active.activeSince));
    // After a clock was set back, the last look seems to lie ahead.
    const readUntil = Math.min(watch.readUntil ?? 0, now);
    const unread = isDeep ? Math.min(readUntil, now + overlapMs - deepMs) : readUntil;
    const from = Math.max(0, unread - overlapMs, activeSince - clockErrorMs.behind);
    const since = Math.max(activeSince, from - latenessMs[isDeep ? 'deep' : 'new']);
    return { from, until: now + clockErrorMs.ahead, since };
  }

  async function evaluate(active: ActiveAutomation): Promise<void> {
    const { segment, automation, activeSince } = active;
    if (automation.trigger.kind !== 'segment') return;
    const isNew = segment === null || segment.activeSince !== activeSince;
    const evaluatedAt = segment?.evaluatedAt ?? 0;
    if (!isNew && evaluatedAt >= round.segmentsBefore) return;
    // Users who enter because history is imported have not done anything now.
    const isImporting = uploads.some(({ finishedAt }) => finishedAt > evaluatedAt);
    try {
      const ofZone = await loadSettings(active.timeZone);
      await deps.evaluate(
        ofZone,
        active,
        isImporting,
        async (triggers) => void (await deps.record(watch, active, triggers)),
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
    await deps.arming.expire(watch);
    for (const { automation, runs } of await deps.arming.due(bot)) {
      try {
        const decided = await deps.conditions(await loadSettings(automation.timeZone), automation, runs);
        for (const [reason, some] of Map.groupBy(runs, (run) => decided.get(run) ?? null)) {
          if (reason !== null) await deps.arming.skip(watch, automation.id, some, reason);
          else if ((await deps.arming.arm(watch, automation, some, await loadZones(automation, some))) > 0)
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
