import { isLate, type Rollup, rolledRows, rolledUntil } from './rollup.ts';

const columns = 'user_id, time, id, charge_id, amount, currency';

/** Payments and refunds among events; the conditions begin with AND. */
const paidEvents = (content: string, more: string): string => `
  SELECT ${columns}
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0${content}
  WHERE bot = {bot:String} AND kind = 'message'${more}`;

/** Fills `charges` between {from} and {to} (Unix ms, the end exclusive) of the people that a condition on `user_id` selects. */
export const fillChargesSql = (people: string): string => `
INSERT INTO charges (bot, edition, ${columns})
SELECT {bot:String}, {rolled_edition:UInt64}, ${columns}
FROM (${paidEvents(
  ` AND ${people}`,
  ` AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`,
)}
)`;

/** All payments and refunds before a moment (SQL, exclusive) of the people that a condition on `user_id` selects. */
export const chargesSql = (until: string, people?: string): string =>
  paidEvents(people === undefined ? '' : ` AND ${people}`, ` AND time < ${until}`);

/** The same out of what is rolled up, and of events since then and of people who are late. */
export function rolledChargesSql(rollup: Rollup, until: string, people: string): string {
  const told = `
  SELECT ${columns}
  FROM charges
  WHERE ${rolledRows(rollup)} AND time < ${until} AND ${people}`;
  const since = paidEvents(` AND ${people}`, ` AND time >= ${rolledUntil} AND time < ${until}`);
  const late = paidEvents(` AND ${isLate} AND ${people}`, ` AND time < ${rolledUntil} AND time < ${until}`);
  return [told, since, ...(rollup.late.length > 0 ? [late] : [])].join('\n  UNION ALL');
}
