import type { Bot, Report, ReportType } from '@botscope/contract';
import type { Place } from '../people/place-text.ts';
import type { ReportView } from '../question/report-search.ts';
import type { ChangeAddress } from '../question/use-address.ts';

/** What the page of a report gives to the answer, whatever its shape. */
export interface AnswerProps {
  type: ReportType;
  bot: Bot;
  title: string;
  view: ReportView;
  change: ChangeAddress;
  report: Report;
  /** Pixels of the chart. */
  height: number;
  /** Shows the people behind a number; left out for those who may not see them. */
  openPeople: ((place: Place) => void) | undefined;
}
