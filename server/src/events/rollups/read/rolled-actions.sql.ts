import { isStale, type Rollup, rolledUntil } from '../rollup.ts';

/** Users and stretch of time of the actions. */
export interface RolledStretch {
  rollup: Rollup;
  /** Unix ms, the end exclusive. */
  start: number;
  end: number;
  /** A condition on the `user_id` of any table. */
  selected: string;
}

/**
 * Subqueries of `columns` of the actions that are not rolled up: those since then, and those of users who are late.
 * `timeCondition` is a condition on `time`, `extraConditions` begins with AND. None where nothing is open before the end.
 */
export function unrolledActions(
  { rollup, end, selected }: Pick<RolledStretch, 'rollup' | 'end' | 'selected'>,
  columns: string,
  timeCondition: string,
  extraConditions = '',
): readonly string[] {
  const rows = (userCondition: string, since: string) => `
    SELECT ${columns}
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND ${selected}${userCondition}${extraConditions}
    WHERE bot = {bot:String} AND ${since} AND ${timeCondition}`;
  return [
    ...(rollup.until < end ? [rows('', `time >= ${rolledUntil}`)] : []),
    ...(rollup.staleUsers.length > 0 ? [rows(` AND ${isStale}`, `time < ${rolledUntil}`)] : []),
  ];
}
