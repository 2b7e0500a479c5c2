import { changesOfUsersSql, stepsUntilSql } from '../../../events/rollups/read/membership-changes.sql.ts';
import { paymentsSql, rolledPaymentsSql } from '../../../events/rollups/read/payments.sql.ts';
import { unrolledActions } from '../../../events/rollups/read/rolled-actions.sql.ts';
import { type Rollup, rolledRows, usableRollup } from '../../../events/rollups/rollup.ts';
import type { Bindings, Stretch } from './segment-context.ts';

/** Sources of sets of users: all conditions about one table are answered in one pass over it. */
export type EventTable = 'events' | 'activity' | 'payments' | 'deliveries' | 'presses' | 'departures';

/** One condition about a table: how its rows are found, and of when. */
export interface EventPart extends Stretch {
  /** On rows before copies collapse; true where every row may count. */
  content: string;
}

/** The text after FROM of everything that some conditions need of one table, each row of a user; ends in GROUP BY. */
export function eventSetSql(
  table: EventTable,
  parts: readonly EventPart[],
  { bindings, rollup, users }: { bindings: Bindings; rollup: Rollup | undefined; users?: string | undefined },
): string {
  const start = Math.min(...parts.map((part) => part.start));
  const end = Math.max(...parts.map((part) => part.end));
  const [from, to] = [bindings.moment(start), bindings.moment(end)];
  switch (table) {
    case 'events': {
      const content = [...new Set(parts.map((part) => `(${part.content})`))].join(' OR ');
      return `events FINAL
    PREWHERE (${content}) AND ${users ?? 'user_id != 0'}
    WHERE bot = {bot:String} AND time >= ${from} AND time < ${to}
    GROUP BY user_id`;
    }
    case 'deliveries':
      return `${deliveredSql(parts, users)} AND time >= ${from} AND time < ${to}
    GROUP BY user_id`;
    case 'presses':
      return `(${pressesSql(parts, { from, to, users })}
    )
    GROUP BY user_id`;
    case 'activity':
      return `(${activitySql(usableRollup(rollup), { from, to, end, users })}
    )
    GROUP BY user_id`;
    case 'departures':
      return `(${departuresSql(usableRollup(rollup), to, users)}
    )
    GROUP BY user_id`;
    case 'payments':
      return `(${chargesSql(usableRollup(rollup), to, users)}
    )
    GROUP BY user_id`;
  }
}

/** The text after FROM of the messages of campaigns that Telegram has: of a recipient's outcomes the last one counts. */
const deliveredSql = (parts: readonly EventPart[], users: string | undefined): string => `campaign_outcomes FINAL
    WHERE bot = {bot:String} AND ${users ?? 'user_id != 0'} AND status = 'Done'
      AND (${[...new Set(parts.map(({ content }) => content))].join(' OR ')})`;

/** Rows (user_id, time, campaign_id): presses of buttons under those messages themselves. */
function pressesSql(
  parts: readonly EventPart[],
  { from, to, users }: { from: string; to: string; users: string | undefined },
): string {
  const deliveredRows = deliveredSql(parts, users);
  return `
    SELECT pressed.user_id AS user_id, pressed.time AS time, reached.campaign_id AS campaign_id
    FROM (
      SELECT user_id, time, JSONExtractInt(payload, 'callback_query', 'message', 'message_id') AS message
      FROM events FINAL
      PREWHERE is_action AND kind = 'callback_query' AND ${users ?? 'user_id != 0'}
      WHERE bot = {bot:String} AND time >= ${from} AND time < ${to} AND chat_id = user_id
        AND user_id IN (SELECT user_id FROM ${deliveredRows})
    ) AS pressed
    INNER JOIN (SELECT user_id, campaign_id, message_id FROM ${deliveredRows} AND message_id != 0) AS reached
      ON reached.user_id = pressed.user_id AND reached.message_id = pressed.message`;
}

/** Rows (user_id, time): at least one for each quarter of an hour in which a user did anything. */
function activitySql(
  rollup: Rollup | undefined,
  { from, to, end, users }: { from: string; to: string; end: number; users: string | undefined },
): string {
  const timeCondition = `time >= ${from} AND time < ${to}`;
  if (rollup === undefined) {
    return `
    SELECT user_id, time FROM events FINAL
    PREWHERE is_action AND ${users ?? 'user_id != 0'}
    WHERE bot = {bot:String} AND ${timeCondition}`;
  }
  const rolled = `
    SELECT user_id, time FROM activity_runs WHERE ${rolledRows(rollup)} AND ${timeCondition}${users === undefined ? '' : ` AND ${users}`}`;
  return [rolled, ...unrolledActions({ rollup, end, selected: users ?? 'true' }, 'user_id, time', timeCondition)].join(
    '\n    UNION ALL',
  );
}

/**
 * Rows (user_id, time): when users left, as reports count it. A message that Telegram rejects says "blocked" of a user
 * who left a year ago, too.
 */
const departuresSql = (rollup: Rollup | undefined, until: string, users: string | undefined): string => `
    SELECT user_id, fromUnixTimestamp64Milli(arrayJoin(leaving), 'UTC') AS time
    FROM (${changesOfUsersSql(stepsUntilSql(rollup, until, { of: users }), '0')}
    )`;

/** Rows (user_id, time, amount, currency, is_back): each charge once for the payment and once for the refund, when it came first. */
const chargesSql = (rollup: Rollup | undefined, until: string, users: string | undefined): string => `
    SELECT
      tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS amount, tupleElement(first, 5) AS currency, is_back
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM (${rollup === undefined ? paymentsSql(until, users) : rolledPaymentsSql(rollup, until, users ?? 'true')}
      )
      GROUP BY charge, is_back
    )`;
