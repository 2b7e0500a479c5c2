import type { Report, ReportType } from '@botscope/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useReport } from '../../charts/report/use-report.ts';
import type { ReportView } from './report-search.ts';

/** Hours of the week have no detail and no course in time. */
export const isTimeless = (type: ReportType): boolean => type === 'activity_hours';

/**
 * The answer to what the page shows. The previous period is asked for also where no comparison is drawn: the headline tells
 * the change. All parts of the page share one question, so it is asked once.
 */
export function useViewedReport(type: ReportType, bot: string, view: ReportView): UseQueryResult<Report> {
  const { period, detail, compare } = view;
  return useReport(bot, type, isTimeless(type) ? { period } : { period, detail, compare: compare ?? 'previous' });
}
