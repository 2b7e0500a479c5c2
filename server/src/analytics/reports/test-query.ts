import type { Report } from '@botscope/contract';
import { longestButton } from '../query/command-sql.ts';
import { noSegments } from '../query/segments/segment-context.ts';
import type { ReportDeps } from './context.ts';
import type { ReportQuery, ReportSettings, ReportWords } from './report.ts';
import { parseReportQuery } from './report-query.ts';
import { type AnswerDeps, runReport } from './run-report.ts';
import { findUsers, type NumberWords, type Users } from './run-users.ts';

/** A bot and an account that never changed a setting. */
const plainSettings: ReportSettings = {
  bot: '0123456789abc',
  timeZone: 'UTC',
  sessionGapMinutes: 30,
  hiddenCommands: [],
  callbackMaxLength: longestButton,
  commandLimit: 10,
  model: 'first',
  sourceParameter: 'source',
  targets: [],
  dataSince: null,
  ...noSegments,
};

/** A report by the words of its address; settings are the plain ones unless given. */
export interface TestQuery extends Partial<Omit<ReportSettings, 'model'>>, Omit<ReportWords, 'explain'> {
  type: string;
  explain?: boolean;
  signal?: AbortSignal;
}

export function testQuery({ type, explain, signal, model, ...otherFields }: TestQuery, now: number): ReportQuery {
  const { period, detail, compare, compare_period, filter, by, parameter, measure, ...settings } = otherFields;
  const words = { period, detail, compare, compare_period, filter, by, model, parameter, measure };
  const explained = explain ? { explain: '1' } : {};
  return parseReportQuery(type, { ...words, ...explained }, { ...plainSettings, ...settings }, now, signal);
}

/** Answers as a store does that is not behind, unless it says so. */
export async function testReport(
  deps: ReportDeps & { store: Partial<AnswerDeps['store']> },
  question: TestQuery,
): Promise<Report> {
  const store = { completeUntil: async () => null, ...deps.store };
  return runReport({ ...deps, store }, testQuery(question, deps.now()));
}

/** A number of a report by the words of its address. */
export type TestNumber = TestQuery & NumberWords;

export async function testUsers(deps: ReportDeps, question: TestNumber): Promise<Users> {
  const { bucket, line, column, ...query } = question;
  return findUsers(deps, testQuery(query, deps.now()), { bucket, line, column });
}
