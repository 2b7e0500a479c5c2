import {
  breakdownDimensions,
  comparisons,
  type Detail,
  details,
  isDimension,
  readLines,
  sourceDeterminations,
  type UtmMeasure,
  utmMeasures,
} from '@botscope/contract';
import { asPreset, detailFor, rangeOf, usualPeriod } from '../../charts/report/period.ts';
import { type Place, readPlace } from './people/place-text.ts';

export type Comparison = (typeof comparisons)[number];
export type Model = (typeof sourceDeterminations)[number];
const views = ['lines', 'stacked', 'share', 'people'] as const;

/** What the report page shows: all of it stands in the address, so that a link shows the same to a colleague. */
export interface ReportView {
  period: string;
  detail: Detail;
  compare: Comparison | null;
  /** Names of the chosen lines; null for the report's own choice. */
  lines: string[] | null;
  /** How parts of a whole are drawn, or what cells of cohorts say; null for the report's own choice. */
  view: (typeof views)[number] | null;
  /** Text of the contract's filter language, as it stands in the address, readable or not; '' = everybody. */
  filter: string;
  /** Dimension of a breakdown, or of `audience`; '' for none. */
  by: string;
  /** Null for the bot's own. */
  model: Model | null;
  /** A launch parameter; '' for the bot's source parameter. */
  parameter: string;
  measure: UtmMeasure | null;
  /** Column that a table is sorted by, with a minus before it for the largest first; '' for the answer's own order. */
  sort: string;
  /** The number whose people are on show; null while none are. */
  people: Place | null;
}

/**
 * Reads an address. What it does not say, or says wrongly, gets its usual value; `details` is the menu's word for `detail`.
 * `usual` is the detail of a report that is read best by it.
 */
export function readReportView(search: Readonly<Record<string, unknown>>, usual: Detail | null = null): ReportView {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '');
  const asked = text('detail') || text('details');
  const wanted = details.find((detail) => detail === asked) ?? usual;
  const given = text('period');
  const period = asPreset(given) || rangeOf(given) ? given : usualPeriod(wanted);
  return {
    period,
    detail: detailFor(period, wanted),
    compare: comparisons.find((comparison) => comparison === text('compare')) ?? null,
    lines: readLines(text('lines')),
    view: views.find((view) => view === text('view')) ?? null,
    filter: text('filter'),
    by: divides(text('by')) ? text('by') : '',
    model: sourceDeterminations.find((model) => model === text('model')) ?? null,
    parameter: text('parameter'),
    measure: utmMeasures.find((measure) => measure === text('measure')) ?? null,
    sort: text('sort'),
    people: readPlace(text('people')),
  };
}

/** People are told apart by commands too, but reports are not divided by them. */
const divides = (word: string): boolean =>
  breakdownDimensions.some((dimension) => dimension === word) || (word.startsWith('param.') && isDimension(word));
