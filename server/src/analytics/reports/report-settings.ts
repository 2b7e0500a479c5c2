import QuickLRU from 'quick-lru';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { localDay } from '../query/period.ts';
import { runQuery } from '../query/run-query.ts';
import { scope } from '../query/scope.ts';
import type { SegmentLookup } from '../query/segments/segment-context.ts';
import type { CountedTarget, ReportSettings, SourceSpend } from './report.ts';
import { parseModel } from './report-query.ts';

interface DataSinceDeps {
  store: Pick<EventStore, 'query'>;
  /** Unix ms. */
  now(): number;
}

interface Kept {
  /** Unix ms. */
  first: number;
  until: number;
}

/** Only an upload moves the first event. A bot that has none yet is asked again at once. */
const keptMs = 60_000;
/** Bots whose first event is remembered. */
const maxEntries = 1_000;

const keptBy = new WeakMap<DataSinceDeps['store'], QuickLRU<string, Kept>>();

/** Local day of a bot's first event, `YYYY-MM-DD`, at most a minute old; null without events. Throws what the store throws. */
async function dataSince(
  { store, now }: DataSinceDeps,
  bot: string,
  timeZone: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const cache = keptBy.get(store) ?? new QuickLRU<string, Kept>({ maxSize: maxEntries });
  keptBy.set(store, cache);
  const entry = cache.get(bot);
  const moment = now();
  if (entry && moment < entry.until) return localDay(entry.first, timeZone);
  // Without FINAL: of two copies of one event the earlier one is good enough for a day.
  const statement = scope(bot, 0, moment).statement(
    () => `SELECT count() AS events, toUnixTimestamp64Milli(min(time)) AS first
      FROM events WHERE bot = {bot:String} AND kind NOT IN ('field_change', 'link_click', 'site_hit', 'site_event')
        AND (kind != 'hit' OR user_id != 0)`,
  );
  const [row] = await runQuery<{ events: number; first: number }>(store, statement, {
    tag: `data-since/${bot}`,
    signal,
  });
  if (!row || row.events === 0) return null;
  cache.set(bot, { first: row.first, until: moment + keptMs });
  return localDay(row.first, timeZone);
}

/** The settings of a bot that its numbers depend on. */
export interface ReportBot {
  key: string;
  session_gap_minutes: number;
  callback_max_length: number;
  /** A word of contract's `sourceDeterminations`. */
  source_determination: string;
  start_rules: unknown;
}

export interface ReportSettingsDeps<Bot> {
  store: Pick<EventStore, 'query' | 'rollup'>;
  now?: (() => number) | undefined;
  /** The bot that everyone may look at; null where there is none. */
  demoBotKey: string | null;
  /** The bot's approved hidden commands. */
  hiddenCommandsOf: (bot: Bot) => Promise<readonly string[]>;
  /** The bot's conversion targets. */
  targetsOf: (bot: Bot) => Promise<readonly CountedTarget[]>;
  /** What advertising cost in some local days of the bot; only reports by source ask. */
  spendsOf?: (bot: Bot, from: string, until: string) => Promise<readonly SourceSpend[]>;
  /** Segments and fields that conditions may name. */
  segmentsOf: (bot: Bot) => Promise<SegmentLookup>;
}

/** Reports are computed in the reader's zone; a visitor of the demo has none. */
const visitorZone = 'UTC';

/** A palette has ten colors; the demo bot shows fewer commands. */
const commandLimit = 10;
const demoCommandLimit = 5;

/** Computes what a bot's settings and a reader's account mean for every query. The only place that does. */
export async function loadReportSettings<Bot extends ReportBot>(
  { store, now = Date.now, demoBotKey, hiddenCommandsOf, targetsOf, segmentsOf, spendsOf }: ReportSettingsDeps<Bot>,
  bot: Bot,
  timeZone = visitorZone,
  signal?: AbortSignal,
): Promise<ReportSettings> {
  const { type, sourceParam } = toStartRules(bot);
  const [hiddenCommands, targets, { segments, fields }, since] = await Promise.all([
    hiddenCommandsOf(bot),
    targetsOf(bot),
    segmentsOf(bot),
    dataSince({ store, now }, bot.key, timeZone, signal),
  ]);
  return {
    bot: bot.key,
    timeZone,
    sessionGapMinutes: bot.session_gap_minutes,
    hiddenCommands,
    callbackMaxLength: bot.callback_max_length,
    commandLimit: bot.key === demoBotKey ? demoCommandLimit : commandLimit,
    model: parseModel(bot.source_determination),
    // In simplified mode the whole payload is both the source and the parameter `none`.
    sourceParameter: type === 'auto' ? 'none' : sourceParam,
    targets,
    dataSince: since,
    segments,
    fields,
    spends: spendsOf && ((from, until) => spendsOf(bot, from, until)),
  };
}
