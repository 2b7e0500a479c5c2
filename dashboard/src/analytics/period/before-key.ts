import type { Comparison } from '../question/common-view.ts';

/** Returns the text key for the earlier values of a table, by the comparison that they belong to. */
export const beforeKey = (compare: Comparison | null) =>
  (
    ({
      previous: 'Reports.comparison.beforePrevious',
      year: 'Reports.comparison.beforeYear',
      custom: 'Reports.comparison.beforeCustom',
    }) as const
  )[compare ?? 'previous'];
