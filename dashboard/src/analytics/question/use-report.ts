import { api, type Report, type ReportType } from '@botscope/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';

/** Parameters of the report endpoint besides bot and type. */
export type ReportQuestion = { period: string } & Partial<
  Record<'detail' | 'compare' | 'compare_period' | 'filter' | 'by' | 'model' | 'parameter' | 'measure', string>
>;

/** A bot that lives keeps being counted: pages that stay open follow it. Nothing is asked while the tab is hidden. */
const followEveryMs = 60_000;
/** While the store is behind, the newest numbers change within seconds. */
const behindEveryMs = 3_000;

/**
 * A report's answer. While the answer to a changed question is on its way the last one of the same report stays, so that a
 * filter never blanks the page; leaving the page cancels what is asked.
 */
export function useReport(bot: string, type: ReportType, question: ReportQuestion): UseQueryResult<Report> {
  return useQuery({
    queryKey: ['report', bot, type, question],
    queryFn: ({ signal }) =>
      call(api.report, { params: { key: bot, type_report: type }, query: { ...question }, signal }),
    placeholderData: (last, query) => (query?.queryKey[1] === bot && query.queryKey[2] === type ? last : undefined),
    refetchInterval: ({ state }) => (state.data?.complete_until ? behindEveryMs : followEveryMs),
  });
}
