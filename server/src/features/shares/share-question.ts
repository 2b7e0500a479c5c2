import {
  boardReports,
  boardType,
  type periodPresets,
  type ReportType,
  reportTypes,
  type SharedQuery,
  type SharedType,
} from '@botscope/contract';
import type { CountedTarget } from '../../analytics/reports/report.ts';
import type { ReportQuestion } from '../../analytics/reports/run-report.ts';
import { startRulesOf } from '../../events/normalize/start-rules.ts';
import type { BotRow } from '../bots/bots.ts';

/** What the bot and the maker's account say about any question. */
type QuestionSettings = Omit<ReportQuestion, 'type' | 'period'>;

export interface SettingsDeps {
  /** The bot's approved hidden commands. */
  hiddenCommandsOf: (bot: BotRow) => Promise<readonly string[]>;
  /** What counts as a conversion of the bot. */
  targetsOf: (bot: BotRow) => Promise<readonly CountedTarget[]>;
}

export async function settingsOf(
  { hiddenCommandsOf, targetsOf }: SettingsDeps,
  bot: BotRow,
  timeZone: string,
): Promise<QuestionSettings> {
  const { type, sourceParam } = startRulesOf(bot);
  const [hiddenCommands, targets] = await Promise.all([hiddenCommandsOf(bot), targetsOf(bot)]);
  return {
    bot: bot.key,
    timeZone,
    sessionGapMinutes: bot.session_gap_minutes,
    hiddenCommands,
    targets,
    callbackMaxLength: bot.callback_max_length,
    model: bot.source_determination,
    // In simplified mode the whole payload is both the source and the parameter `none`.
    sourceParameter: type === 'auto' ? 'none' : sourceParam,
  };
}

type Preset = (typeof periodPresets)[number];

/** Periods of links that name none. */
const usualPeriod: Preset = '30d';

/** The reports that a link is about. */
export const reportsOf = (type: SharedType): readonly ReportType[] => (type === boardType ? boardReports : [type]);

/** One report of a link as a question: what its maker chose, and where the reader may choose, the reader's period. */
export function questionOf(
  type: ReportType,
  query: SharedQuery,
  settings: QuestionSettings,
  chosen?: Preset,
): ReportQuestion {
  const period = chosen ?? query.period ?? usualPeriod;
  const { shape } = reportTypes[type];
  // A detail that suits the maker's period would make thousands of points, or one, of another. Cohorts are read by theirs.
  const keepsDetail = period === query.period || shape === 'cohorts';
  // Asked for also where no comparison is drawn: the headline tells the change.
  const compares = shape !== 'cohorts' && type !== 'activity_hours';
  return {
    ...settings,
    type,
    period,
    detail: keepsDetail ? query.detail : undefined,
    compare: compares ? (query.compare ?? 'previous') : undefined,
    comparePeriod: query.compare_period,
    filter: query.filter,
    by: query.by,
    model: query.model ?? settings.model,
    parameter: query.parameter,
    measure: query.measure,
  };
}

/** Of a board, what Home asks: its cards have no lines to choose, no breakdown and no order. */
export function sharedQueryOf(type: SharedType, query: SharedQuery): SharedQuery {
  if (type !== boardType) return query;
  const { period, detail, compare, compare_period, filter, model } = query;
  return { period, detail, compare, compare_period, filter, model };
}
