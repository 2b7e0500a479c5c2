import {
  breakdownDimensions,
  comparisons,
  type Filter,
  isDimension,
  parseFilter,
  type ReportType,
  reportAliases,
  sourceDeterminations,
  supportsOption,
  type UtmMeasure,
  utmMeasures,
} from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { asFarAs, type Period, parseDetail, parsePeriod, previousPeriod, yearEarlier } from '../query/period.ts';
import { catalogue } from './catalogue.ts';
import type { AttributionModel, BreakdownDimension, ReportQuery, ReportSettings, ReportWords } from './report.ts';

/**
 * Parses the words of an address into a query. Throws AppError: UnknownReport, InvalidPeriod, InvalidDetail,
 * InvalidCompare, InvalidFilter, InvalidModel, InvalidMeasure, InvalidDimension, PeriodTooLong.
 */
export function parseReportQuery(
  name: string,
  words: ReportWords,
  settings: ReportSettings,
  now: number,
  signal?: AbortSignal,
): ReportQuery {
  const type = parseReportType(name);
  const definition = catalogue[type];
  const { timeZone, dataSince } = settings;
  const period = parsePeriod(words.period, timeZone, now, { dataSince });
  const division = words.by === undefined ? undefined : parseBreakdown(words.by);
  const hasDimension = supportsOption(type, 'dimension');
  const breakdown = hasDimension ? undefined : division;
  // A user may be in several segments, or in none: they are no values that divide users.
  if (hasDimension && division === 'segment') throw new AppError('InvalidDimension', { field: 'by' });
  // Only lines over time can be drawn once per value.
  if (breakdown !== undefined && !('lines' in definition && !definition.axis)) {
    throw new AppError('InvalidDimension', { field: 'by' });
  }
  return {
    ...settings,
    type,
    definition,
    period,
    detail: definition.detail ?? parseDetail(words.detail, period),
    comparison: parseComparison(words, settings, period, now),
    filter: parseFilterText(words.filter),
    model: parseModel(words.model ?? settings.model),
    parameter: words.parameter ?? settings.sourceParameter,
    measure: parseMeasure(words.measure),
    dimension: (hasDimension ? division : undefined) ?? 'language',
    breakdown,
    explain: words.explain === '1',
    signal,
  };
}

/** The report of a name or of one of its other names. Throws UnknownReport. */
export function parseReportType(text: string): ReportType {
  const name = Object.hasOwn(reportAliases, text) ? reportAliases[text] : text;
  if (name === undefined || !Object.hasOwn(catalogue, name)) {
    throw new AppError('UnknownReport', { field: 'type_report' });
  }
  return name as ReportType;
}

export function parseFilterText(text: string | undefined): Filter {
  const filter = parseFilter(text ?? '');
  if (!filter) throw new AppError('InvalidFilter', { field: 'filter' });
  return filter;
}

export function parseModel(text: string): AttributionModel {
  const model = sourceDeterminations.find((one) => one === text);
  if (!model) throw new AppError('InvalidModel', { field: 'model' });
  return model;
}

function parseMeasure(text: string | undefined): UtmMeasure {
  if (text === undefined) return 'launches';
  const measure = utmMeasures.find((one) => one === text);
  if (!measure) throw new AppError('InvalidMeasure', { field: 'measure' });
  return measure;
}

function parseBreakdown(text: string): BreakdownDimension {
  const isOne = isDimension(text) && (text.startsWith('param.') || breakdownDimensions.some((one) => one === text));
  if (!isOne) throw new AppError('InvalidDimension', { field: 'by' });
  return text as BreakdownDimension;
}

/**
 * The period that a report is compared with; undefined without a comparison. A custom period is cut like the others only if
 * it has as many days: 30 named days beside the last 7 mean all 30.
 * Throws InvalidCompare, InvalidPeriod, PeriodTooLong.
 */
function parseComparison(
  { compare, compare_period: text = '' }: Pick<ReportWords, 'compare' | 'compare_period'>,
  { timeZone, dataSince }: Pick<ReportSettings, 'timeZone' | 'dataSince'>,
  period: Period,
  now: number,
): Period | undefined {
  if (compare === undefined) return undefined;
  const comparison = comparisons.find((one) => one === compare);
  if (!comparison) throw new AppError('InvalidCompare', { field: 'compare' });
  if (comparison === 'previous') return asFarAs(previousPeriod(period), period, now);
  if (comparison === 'year') return asFarAs(yearEarlier(period), period, now);
  const custom = parsePeriod(text, timeZone, now, { dataSince, field: 'compare_period' });
  return custom.days === period.days ? asFarAs(custom, period, now) : custom;
}
