import {
  type Asks,
  breakdownDimensions,
  type Detail,
  type Filter,
  isDimension,
  parseFilter,
  type ReportType,
  reportAliases,
  reportTypes,
  sourceDeterminations,
  type UtmMeasure,
  utmMeasures,
} from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { LONGEST_BUTTON } from '../query/command-sql.ts';
import type { AttributionSettings } from '../query/dimensions.ts';
import { type Period, readDetail, readPeriod } from '../query/period.ts';
import { catalogue } from './catalogue.ts';
import { parseComparison } from './comparison.ts';
import type { AttributionModel, BreakdownDimension, CountedTarget, ReportDefinition } from './report.ts';

export interface ReportQuestion {
  /** Public key of the bot. */
  bot: string;
  /** A word of contract's `reportTypes`. */
  type: string;
  /** A name of contract's periods.ts, or `YYYY-MM-DD..YYYY-MM-DD`. */
  period: string;
  detail?: string | undefined;
  /** A word of contract's `comparisons`. */
  compare?: string | undefined;
  /** The other period of a custom comparison, in the words of `period`. */
  comparePeriod?: string | undefined;
  /** Local day of the bot's first event, `YYYY-MM-DD`; null without events. */
  dataSince?: string | null | undefined;
  /** The filter language of contract's filters.ts; everybody unless given. */
  filter?: string | undefined;
  /** IANA name: days, weeks and months begin at its midnights. */
  timeZone: string;
  sessionGapMinutes: number;
  /** The bot's approved hidden commands: texts that count as commands. None unless given. */
  hiddenCommands?: readonly string[] | undefined;
  /** Button data is counted by its first characters, at most this many; by all 64 unless given. */
  callbackMaxLength?: number | undefined;
  /** How many commands have a line of their own; ten unless given. */
  mostCommands?: number | undefined;
  /** A word of contract's `sourceDeterminations`; first unless given. */
  model?: string | undefined;
  /** The bot's source parameter; `source` unless given. */
  sourceParameter?: string | undefined;
  /** The launch parameter asked about; the source parameter unless given. */
  parameter?: string | undefined;
  /** A word of contract's `utmMeasures`; launches unless given. */
  measure?: string | undefined;
  /** What the headline is broken down by; of `audience` its dimension, language unless given. */
  by?: string | undefined;
  /** True: the answer tells the statements that were asked. */
  explain?: boolean | undefined;
  targets?: readonly CountedTarget[] | undefined;
  signal?: AbortSignal | undefined;
}

/** A question whose words have been understood. */
export interface AskedReport extends AttributionSettings {
  type: ReportType;
  definition: ReportDefinition;
  period: Period;
  detail: Detail;
  /** What it is compared with. */
  comparison: Period | undefined;
  filter: Filter;
  parameter: string;
  measure: UtmMeasure;
  /** The own dimension of a report that has one. */
  dimension: BreakdownDimension;
  /** What the headline is broken down by, if asked. */
  breakdown: BreakdownDimension | undefined;
}

/**
 * Reads a question. Throws AppError: UnknownReport, InvalidPeriod, InvalidDetail, InvalidCompare, InvalidFilter,
 * InvalidModel, InvalidMeasure, InvalidDimension, PeriodTooLong.
 */
export function readQuestion(question: ReportQuestion, now: number): AskedReport {
  const type = readType(question.type);
  const definition = catalogue[type];
  const period = readPeriod(question.period, question.timeZone, now, { dataSince: question.dataSince });
  const reading = parseAttribution(question);
  const by = question.by === undefined ? undefined : readDimension(question.by);
  const ownsDimension = asks(type, 'dimension');
  const breakdown = ownsDimension ? undefined : by;
  // Only lines over time can be drawn once per value.
  if (breakdown !== undefined && !('lines' in definition && !definition.axis)) {
    throw new AppError('InvalidDimension', { field: 'by' });
  }
  return {
    ...reading,
    type,
    definition,
    period,
    detail: definition.detail ?? readDetail(question.detail, period),
    comparison: parseComparison(question, period, now),
    filter: readFilter(question.filter),
    parameter: question.parameter ?? reading.sourceParameter,
    measure: readMeasure(question.measure),
    dimension: (ownsDimension ? by : undefined) ?? 'language',
    breakdown,
  };
}

/** By which rules values of dimensions are read. Throws InvalidModel. */
export function parseAttribution(
  question: Pick<ReportQuestion, 'model' | 'sourceParameter' | 'hiddenCommands' | 'callbackMaxLength'>,
): AttributionSettings {
  return {
    model: readModel(question.model),
    sourceParameter: question.sourceParameter ?? 'source',
    hiddenCommands: question.hiddenCommands ?? [],
    callbackMaxLength: question.callbackMaxLength ?? LONGEST_BUTTON,
  };
}

export const asks = (type: ReportType, what: Asks): boolean =>
  (reportTypes[type].asks as readonly Asks[]).includes(what);

/** The report of a name or of one of its other names. Throws UnknownReport. */
export function readType(text: string): ReportType {
  const name = Object.hasOwn(reportAliases, text) ? reportAliases[text] : text;
  if (name === undefined || !Object.hasOwn(catalogue, name)) {
    throw new AppError('UnknownReport', { field: 'type_report' });
  }
  return name as ReportType;
}

export function readFilter(text: string | undefined): Filter {
  const filter = parseFilter(text ?? '');
  if (!filter) throw new AppError('InvalidFilter', { field: 'filter' });
  return filter;
}

function readModel(text: string | undefined): AttributionModel {
  if (text === undefined) return 'first';
  const model = sourceDeterminations.find((one) => one === text);
  if (!model) throw new AppError('InvalidModel', { field: 'model' });
  return model;
}

function readMeasure(text: string | undefined): UtmMeasure {
  if (text === undefined) return 'launches';
  const measure = utmMeasures.find((one) => one === text);
  if (!measure) throw new AppError('InvalidMeasure', { field: 'measure' });
  return measure;
}

function readDimension(text: string): BreakdownDimension {
  const isOne = isDimension(text) && (text.startsWith('param.') || breakdownDimensions.some((one) => one === text));
  if (!isOne) throw new AppError('InvalidDimension', { field: 'by' });
  return text as BreakdownDimension;
}
