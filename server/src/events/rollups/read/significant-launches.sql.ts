import { isStale, rolledRows, rolledUntil, usableRollup } from '../rollup.ts';
import { isTrackedSql, type LaunchScope, launchEvents, steps, unrolledLaunches, usersRows } from './launch-rows.sql.ts';

interface ValueScope extends LaunchScope {
  /** SQL of a launch's value. */
  value: string;
}

/**
 * Rows (user_id, credit, value): the significant launches with a payload. What is rolled up says which they are; of the
 * users who started since, and of those who are late, the steps are looked at.
 */
export function significantLaunchesSql(scope: ValueScope): string {
  const { until, users = 'user_id != 0', value } = scope;
  const rollup = usableRollup(scope.rollup);
  if (rollup === undefined) {
    return creditedOfSteps([
      launchStepsSql(scope, launchEvents(steps.ofEvents, scope, ''), isTrackedSql),
      firstActions(scope),
    ]);
  }
  const starters = `SELECT user_id FROM events
      PREWHERE ${isTrackedSql}
      WHERE bot = {bot:String} AND time >= ${rolledUntil} AND time < ${until}`;
  const staleCondition = rollup.staleUsers.length === 0 ? '' : ` OR ${isStale}`;
  const since = `bitShiftRight(credit, ${timeBit}) >= {rolled_until:Int64}`;
  return `
  SELECT user_id, ${stepSql('is_tracked')} AS credit, toString(${value}) AS value
  FROM launches
  WHERE ${rolledRows(rollup)} AND time < ${until} AND is_significant AND ${users}
  UNION ALL
  SELECT user_id, credit, value
  FROM (${creditedOfSteps([
    launchStepsSql(scope, `launches\nWHERE ${rolledRows(rollup)} AND user_id IN (${starters})`, 'is_tracked'),
    ...unrolledLaunches(steps, scope, rollup).map((rows) => launchStepsSql(scope, rows, isTrackedSql)),
    firstActions({ ...scope, users: `(user_id IN (${starters})${staleCondition})` }),
  ])}
  )
  WHERE (${since}${staleCondition}) AND ${users}`;
}

/** Steps are launches and departures, as numbers that sort; of a user's first action without a start see `actedFirst`. */
const launchStepsSql = ({ value }: ValueScope, rows: string, isLink: string): string => `
    SELECT user_id, toString(${value}) AS value, ${stepSql(isLink)} AS step
    FROM ${rows}`;

const firstActions = (scope: ValueScope): string => `
    SELECT user_id, '' AS value, ${stepAt('first_action')} AS step
    FROM ${usersRows(scope)} AND ${actedFirst} AND tupleElement(first_source, 'time') < ${scope.until}`;

/** A launch is significant if it follows a departure, or nothing. */
const creditedOfSteps = (steps: readonly string[]): string => `
  SELECT user_id, arrayJoin(credited) AS credit, values[indexOf(steps, credit)] AS value
  FROM (
    WITH
      arraySort(groupArray(step)) AS sorted,
      arrayPushFront(arrayPopBack(sorted), bitShiftLeft(toUInt64(1), ${leftBit})) AS before
    SELECT
      user_id,
      groupArray(step) AS steps,
      groupArray(value) AS values,
      arrayFilter((one, previous) -> bitTest(one, 0) AND NOT bitTest(one, ${leftBit}) AND bitTest(previous, ${leftBit}),
        sorted, before) AS credited
    FROM (${steps.join('\n    UNION ALL')}
    )
    GROUP BY user_id
  )`;

const leftBit = 21;
export const timeBit = 22;

const stepAt = (time: string) => `bitShiftLeft(toUInt64(toUnixTimestamp64Milli(${time})), ${timeBit})`;

/**
 * From the highest bits: the moment in ms, whether it is a departure (after a launch of the same millisecond), the
 * beginning of the event's id, whether it is a link.
 */
const stepSql = (isLink: string): string =>
  `${stepAt('time')} + bitShiftLeft(toUInt64(membership = 'blocked'), ${leftBit}) + bitShiftRight(id, 44) * 2 + (${isLink})`;

/** A user who never started has a first start after all times, and one who never acted a first action after them. */
export const actedFirst = "first_action < tupleElement(first_source, 'time')";
