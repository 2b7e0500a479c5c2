import { paymentColumns, paymentEvents } from '../read/payments.sql.ts';

/** Fills `payments` between {from} and {to} (Unix ms, end exclusive) for the users that a condition on `user_id` selects. */
export const fillPaymentsSql = (users: string): string => `
INSERT INTO payments (bot, generation, ${paymentColumns})
SELECT {bot:String}, {rolled_generation:UInt64}, ${paymentColumns}
FROM (${paymentEvents(
  ` AND ${users}`,
  ` AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`,
)}
)`;
