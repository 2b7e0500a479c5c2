import type { Bot, Report, ReportType } from '@botscope/contract';
import type { ReactNode } from 'react';
import type { ReportView } from '../question/report-search.ts';
import type { ChangeAddress } from '../question/use-address.ts';
import type { CellRef } from '../users/cell-ref.ts';

/** Data that a report of any shape is drawn from, on the page of a report and behind a share link. */
export interface AnswerProps {
  type: ReportType;
  title: string;
  view: ReportView;
  report: Report;
  /** Pixels of the chart. */
  height: number;
  /** Stands in place of the numbers where there are none. */
  empty: ReactNode;
  /** Actions of an account besides reading; absent for the readers of a share link. */
  tools?: AnswerTools | undefined;
}

export interface AnswerTools {
  bot: Bot;
  change: ChangeAddress;
  /** Shows the users behind a number; left out for those who may not see them. */
  openUsers: ((cellRef: CellRef) => void) | undefined;
}
