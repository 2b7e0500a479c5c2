import { details, hasUsers, type ReportType } from '@botscope/contract';
import { CommonFilters } from './common-filters.tsx';
import { isTimeless, shapeOf, useViewedReport } from './report-query.ts';
import { ReportQuestions } from './report-questions.tsx';
import type { ReportView } from './report-search.ts';
import type { ChangeAddress } from './use-address.ts';

interface ReportFiltersProps {
  type: ReportType;
  bot: string;
  view: ReportView;
  change: ChangeAddress;
}

/** Everything that the page can be asked: what is chosen goes into the address, and the page follows the address. */
export function ReportFilters({ type, bot, view, change }: ReportFiltersProps) {
  const answer = useViewedReport(type, bot, view).data;
  const shape = shapeOf(type);
  const timeless = isTimeless(type);
  // People who were new in one hour are not followed.
  const offered = shape === 'cohorts' ? details.filter((detail) => detail !== 'hour') : details;
  return (
    <CommonFilters
      bot={bot}
      view={view}
      answer={answer}
      offered={shape === 'table' || timeless ? [] : offered}
      filters={hasUsers(type)}
      compares={shape !== 'cohorts' && !timeless}
      change={change}
    >
      <ReportQuestions type={type} bot={bot} view={view} report={answer} change={change} />
    </CommonFilters>
  );
}
