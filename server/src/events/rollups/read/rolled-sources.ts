import { rolledRows } from '../rollup.ts';
import { changesOfUsersSql, rolledStepsSql } from './membership-changes.sql.ts';
import { rolledPaymentsSql } from './payments.sql.ts';
import { type RolledStretch, unrolledActions } from './rolled-actions.sql.ts';
import { rolledSessions } from './rolled-sessions.sql.ts';

/** The sources that have less to read where a bot's past is rolled up. `isOfUsers`: no action has to be looked at to be selected. */
export function rolledSources(stretch: RolledStretch & { isOfUsers: boolean }) {
  const { rollup, selected } = stretch;
  const end = "fromUnixTimestamp64Milli({end:Int64}, 'UTC')";
  const changes = `(${changesOfUsersSql(rolledStepsSql(rollup, end, selected))}
  )`;
  const payments = `(${rolledPaymentsSql(rollup, end, selected)}
  )`;
  const ofUsersRow = { membershipChanges: changes, churnEvents: changes, payments };
  if (!stretch.isOfUsers) return ofUsersRow;

  const activity = (from: string, to: string, end: number): string => {
    const timeCondition = `time >= ${from} AND time < ${to}`;
    const rolled = `
    SELECT user_id, time
    FROM activity_runs
    WHERE ${rolledRows(rollup)} AND ${timeCondition} AND ${selected}`;
    return `(${[rolled, ...unrolledActions({ ...stretch, end }, 'user_id, time', timeCondition)].join('\n    UNION ALL')}
  )`;
  };
  return {
    ...ofUsersRow,
    activity: activity(
      "fromUnixTimestamp64Milli({start:Int64}, 'UTC')",
      "fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
      stretch.end,
    ),
    // Only its statement knows how far such a stretch goes.
    activityDuring: (from: string, to: string) => activity(from, to, Number.POSITIVE_INFINITY),
    sessions: rolledSessions(stretch),
  };
}
