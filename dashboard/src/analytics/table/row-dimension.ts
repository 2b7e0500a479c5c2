import type { Dimension, Report } from '@botscope/contract';

/** What rows are values of, as a filter names it; null where they are no values of people. */
export function dimensionOf(report: Pick<Report, 'parameter'>, parameter: string): Dimension | null {
  if (report.parameter === undefined) return null;
  return parameter === '' ? 'source' : `param.${parameter}`;
}
