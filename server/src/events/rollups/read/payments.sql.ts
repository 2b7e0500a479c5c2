import { isStale, type Rollup, rolledRows, rolledUntil } from '../rollup.ts';

/** The columns of `payments`, and what they are called on rows of events. */
export const paymentColumns = 'user_id, time, id, charge_id, amount, currency';

/** Payments and refunds among events; the conditions begin with AND. */
export const paymentEvents = (content: string, extraConditions: string): string => `
  SELECT ${paymentColumns}
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0${content}
  WHERE bot = {bot:String} AND kind = 'message'${extraConditions}`;

/** All payments and refunds before a moment (SQL, exclusive) of the users that a condition on `user_id` selects. */
export const paymentsSql = (until: string, users?: string): string =>
  paymentEvents(users === undefined ? '' : ` AND ${users}`, ` AND time < ${until}`);

/** Reads the rows of `paymentsSql` from rolled-up rows, from events since then, and from the events of stale users. */
export function rolledPaymentsSql(rollup: Rollup, until: string, users: string): string {
  const rolled = `
  SELECT ${paymentColumns}
  FROM payments
  WHERE ${rolledRows(rollup)} AND time < ${until} AND ${users}`;
  const since = paymentEvents(` AND ${users}`, ` AND time >= ${rolledUntil} AND time < ${until}`);
  const stale = paymentEvents(` AND ${isStale} AND ${users}`, ` AND time < ${rolledUntil} AND time < ${until}`);
  return [rolled, since, ...(rollup.staleUsers.length > 0 ? [stale] : [])].join('\n  UNION ALL');
}
