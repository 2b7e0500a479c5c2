import { breaksDown, isDimension, type Report, type ReportType, reportTypes, supportsOption } from '@botscope/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { commonQuestion, usesSource } from './common-view.ts';
import type { ReportView } from './report-search.ts';
import { type ReportQuestion, useReport } from './use-report.ts';

/** Hours of the week have no detail and no course in time. */
export const isTimeless = (type: ReportType): boolean => reportTypes[type].axis === 'hours';

export const shapeOf = (type: ReportType) => reportTypes[type].shape;
export const supports = supportsOption;
export const mayBreakDown = breaksDown;

/** Launch sources are decided by a model. */
const isAttributed = (dimension: string): boolean => dimension === 'source' || dimension.startsWith('param.');

/** Whether what is on show depends on an attribution model. */
export function dependsOnModel(type: ReportType, { filter, by }: Pick<ReportView, 'filter' | 'by'>): boolean {
  return supports(type, 'model') || isAttributed(by) || usesSource(filter);
}

/** The answer's question: only what the report asks about, so that leftovers in the address do not split the cache. */
export function buildQuestion(type: ReportType, view: ReportView): ReportQuestion {
  const timed = !isTimeless(type) && shapeOf(type) !== 'table';
  // Wrong words are asked too, where they are asked at all: the server names what is wrong with them.
  const dimension = supports(type, 'dimension') || mayBreakDown(type) ? view.by : '';
  const { compare, compare_period, ...common } = commonQuestion(view, timed);
  const compares = !isTimeless(type) && shapeOf(type) !== 'cohorts';
  return {
    ...common,
    ...(compares ? { compare } : {}),
    ...(compares && compare_period ? { compare_period } : {}),
    ...(dimension && isDimension(dimension) ? { by: dimension } : {}),
    ...(view.model && dependsOnModel(type, view) ? { model: view.model } : {}),
    ...(supports(type, 'parameter') && view.parameter ? { parameter: view.parameter } : {}),
    ...(supports(type, 'measure') && view.measure ? { measure: view.measure } : {}),
  };
}

/** The answer to what the page shows. All parts of the page share one question, so it is asked once. */
export function useViewedReport(type: ReportType, bot: string, view: ReportView): UseQueryResult<Report> {
  return useReport(bot, type, buildQuestion(type, view));
}
