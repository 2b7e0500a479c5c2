import { type ReportType, reportTypes } from '@botscope/contract';
import { type ReportView, readReportView } from '../question/report-search.ts';
import type { CellRef } from './cell-ref.ts';
import { usersQuestion } from './users-query.ts';

/** A number of a report as other pages name it: `visitors?period=7d&bucket=3`. */
export function formatNumber(type: ReportType, view: ReportView, cellRef: CellRef): string {
  return `${type}?${new URLSearchParams(usersQuestion(type, view, cellRef))}`;
}

export interface ReportNumber {
  type: ReportType;
  view: ReportView;
  cellRef: CellRef;
}

/** The opposite of `formatNumber`; null where there is no such report. */
export function parseNumber(text: string): ReportNumber | null {
  const [, type = '', words = ''] = /^([^?]*)\??(.*)$/s.exec(text) ?? [];
  if (!isReportType(type)) return null;
  const { bucket, line, column, ...question } = Object.fromEntries(new URLSearchParams(words)) as Partial<
    Record<string, string>
  >;
  return {
    type,
    view: readReportView({ period: '30d', ...question }),
    cellRef: {
      ...(bucket !== undefined && /^\d{1,6}$/.test(bucket) && { bucket: Number(bucket) }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    },
  };
}

const isReportType = (word: string): word is ReportType => Object.hasOwn(reportTypes, word);
