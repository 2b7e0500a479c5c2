import type { ReportContext } from '../report.ts';

/** The targets' names by their ids: lines and rows are called by the ids. */
export const targetNames = ({ targets }: Pick<ReportContext, 'targets'>): Record<string, string> =>
  Object.fromEntries(targets.map(({ id, name }) => [String(id), name]));
