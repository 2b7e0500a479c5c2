import { api, type ReportType, type ReportUser, reportUsersCsvPath } from '@botscope/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import { buildQuestion } from '../question/report-query.ts';
import type { ReportView } from '../question/report-search.ts';
import type { CellRef } from './cell-ref.ts';

const pageSize = 50;

/** The report's question, and which of its numbers; the comparison is of no matter to the users of this period. */
export function usersQuestion(type: ReportType, view: ReportView, cellRef: CellRef): Record<string, string> {
  const { compare: _, ...question } = buildQuestion(type, view);
  return {
    ...question,
    ...(cellRef.bucket === undefined ? {} : { bucket: String(cellRef.bucket) }),
    ...(cellRef.line === undefined ? {} : { line: cellRef.line }),
    ...(cellRef.column === undefined ? {} : { column: cellRef.column }),
  };
}

/** The users behind a number, page by page, those seen last first. */
export function useReportUsers(bot: string, type: ReportType, view: ReportView, cellRef: CellRef) {
  const question = usersQuestion(type, view, cellRef);
  return useInfiniteQuery({
    queryKey: ['report-users', bot, type, question],
    queryFn: ({ signal, pageParam }) =>
      call(api.reportUsers, {
        params: { key: bot, type_report: type },
        query: { period: view.period, ...question, offset: String(pageParam), limit: String(pageSize) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shownCount = pages.reduce((sum, page) => sum + page.users.length, 0);
      return last.users.length > 0 && shownCount < last.total ? shownCount : undefined;
    },
  });
}

/** Address of the whole list as a file. */
export function usersCsvHref(bot: string, type: ReportType, view: ReportView, cellRef: CellRef): string {
  return `${reportUsersCsvPath(bot, type)}?${new URLSearchParams(usersQuestion(type, view, cellRef))}`;
}

/** First and last name; '' where Telegram sent neither. */
export const fullName = (user: Pick<ReportUser, 'first_name' | 'last_name'>): string =>
  `${user.first_name} ${user.last_name}`.trim();
