import {
  breakdownDimensions,
  type Detail,
  isDimension,
  readLines,
  type UtmMeasure,
  utmMeasures,
} from '@botscope/contract';
import { type CellRef, parseCellRef } from '../users/cell-ref.ts';
import { type CommonView, parseCommonView } from './common-view.ts';

const views = ['lines', 'stacked', 'share', 'users'] as const;

/** State of the report page. All of it is in the address, so that a link shows the same to a colleague. */
export interface ReportView extends CommonView {
  /** Names of the chosen lines; null for the report's own choice. */
  lines: string[] | null;
  /** Form of a chart with parts of a whole, or content of cohort cells; null for the report's own choice. */
  view: (typeof views)[number] | null;
  /** Dimension of a breakdown, or of `audience`; '' for none. */
  by: string;
  /** A launch parameter; '' for the bot's source parameter. */
  parameter: string;
  measure: UtmMeasure | null;
  /** Column that a table is sorted by, with a minus before it for the largest first; '' for the answer's own order. */
  sort: string;
  /** The number whose users are on show; null while none are. */
  users: CellRef | null;
}

/** Parses an address; see `parseCommonView`. */
export function readReportView(search: Readonly<Record<string, unknown>>, usual: Detail | null = null): ReportView {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '');
  return {
    ...parseCommonView(search, usual),
    lines: readLines(text('lines')),
    view: views.find((view) => view === text('view')) ?? null,
    by: divides(text('by')) ? text('by') : '',
    parameter: text('parameter'),
    measure: utmMeasures.find((measure) => measure === text('measure')) ?? null,
    sort: text('sort'),
    users: parseCellRef(text('users')),
  };
}

/** Users can be filtered by commands too, but reports are not divided by them. */
const divides = (word: string): boolean =>
  breakdownDimensions.some((dimension) => dimension === word) || (word.startsWith('param.') && isDimension(word));
