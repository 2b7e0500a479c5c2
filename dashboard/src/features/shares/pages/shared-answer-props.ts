import type { Report, ReportType } from '@botscope/contract';
import type { ReportView } from '../../../analytics/question/report-search.ts';

/** What a shared report is drawn from, whatever its shape. Nothing here asks the server for more. */
export interface SharedAnswerProps {
  type: ReportType;
  report: Report;
  title: string;
  view: ReportView;
}
