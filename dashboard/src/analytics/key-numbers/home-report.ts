import { hasTimeAxis, type Report, type ReportType, supportsOption } from '@botscope/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { type CommonView, commonQuestion } from '../question/common-view.ts';
import { useReport } from '../question/use-report.ts';

/** A part of the summary: the report of the same name, asked what Home is asked. `compares` where a change is shown. */
export function useHomeReport(
  bot: string,
  type: ReportType,
  view: CommonView,
  { compares = false }: { compares?: boolean } = {},
): UseQueryResult<Report> {
  const timed = hasTimeAxis(type);
  const { compare, compare_period, ...question } = commonQuestion(view, timed);
  const bySource = supportsOption(type, 'model');
  return useReport(bot, type, {
    ...question,
    ...(compares ? { compare } : {}),
    ...(compares && compare_period ? { compare_period } : {}),
    ...(bySource && view.model ? { model: view.model } : {}),
  });
}

/** Returns the parameters that a link from the summary passes to a report. */
export const toSearch = ({ period, choseDetail, detail, compare, comparePeriod, filter, model }: CommonView) => ({
  period,
  detail: choseDetail ? detail : undefined,
  compare: compare ?? undefined,
  compare_period: comparePeriod || undefined,
  filter: filter || undefined,
  model: model ?? undefined,
});
