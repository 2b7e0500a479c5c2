import type { Sources } from '../../../analytics/query/scope.ts';
import { hourMs, minuteMs } from '../../../platform/time-units.ts';

/** Leaving within so long after one's own delivery is counted, ms: until the first, the second and the third bound. */
export const leftWithinMs = [30 * minuteMs, 2 * hourMs, 12 * hourMs] as const;
/** Doing anything within so long counts as active, ms. */
export const activeWithinMs = 24 * hourMs;

/** Rows (user_id, delivered, message_id) of those whom the campaign reached; `delivered` is Unix ms. */
const deliveredSql = `
  SELECT user_id, toUnixTimestamp64Milli(time) AS delivered, message_id
  FROM campaign_outcomes FINAL
  WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32} AND status = 'Done'`;

/** When the first and the last message arrived, Unix ms; both are 0 where none did. */
export const deliverySpanSql = (): string => `
SELECT min(delivered) AS first, max(delivered) AS last, count() AS users
FROM (${deliveredSql}
)`;

/** The first leaving of each recipient after their own delivery, in the three stretches, and the mean time to it. */
export const leftSql = (from: Sources): string => `
SELECT
  countIf(gap < {bound_1:Int64}) AS left_1,
  countIf(gap >= {bound_1:Int64} AND gap < {bound_2:Int64}) AS left_2,
  countIf(gap >= {bound_2:Int64}) AS left_3,
  if(count() = 0, 0, avg(gap) / 1000) AS mean_s
FROM (
  SELECT arrayFirst(left_at -> left_at >= delivered, arraySort(changes.leaving)) - delivered AS gap
  FROM (${deliveredSql}
  ) AS reached
  INNER JOIN (SELECT user_id, leaving FROM ${from.membershipChanges}) AS changes ON changes.user_id = reached.user_id
  WHERE arrayExists(left_at -> left_at >= delivered AND left_at < delivered + {bound_3:Int64}, changes.leaving)
)`;

/** Recipients who did anything within a day of their own delivery. */
export const activeSql = (from: Sources): string => `
SELECT uniqExact(reached.user_id) AS users
FROM (${deliveredSql}
) AS reached
INNER JOIN (
  SELECT user_id, toUnixTimestamp64Milli(time) AS acted
  FROM ${from.actionsWith(`user_id IN (SELECT user_id FROM campaign_outcomes WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32})`)}
) AS actions ON actions.user_id = reached.user_id
WHERE acted >= delivered AND acted < delivered + {active_within:Int64}`;

/** Presses of the buttons under the delivered messages, a pair of columns for each button. */
export const pressesSql =
  (buttons: readonly { is: 'exact' | 'pattern' }[]) =>
  (from: Sources): string => {
    const columns = buttons.map(({ is }, index) => {
      const value = `{button_${index}:String}`;
      const pressed = is === 'exact' ? `data = ${value}` : `match(data, ${value})`;
      return `uniqExactIf(user_id, ${pressed}) AS users_${index}, countIf(${pressed}) AS presses_${index}`;
    });
    return `
SELECT ${columns.join(',\n  ')}
FROM (
  SELECT user_id, name AS data, JSONExtractInt(payload, 'callback_query', 'message', 'message_id') AS message
  FROM ${from.actionsWith(`kind = 'callback_query' AND user_id IN (SELECT user_id FROM campaign_outcomes WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32})`)}
    AND chat_id = user_id
) AS pressed
WHERE (user_id, message) IN (SELECT user_id, message_id FROM (${deliveredSql}
) WHERE message_id != 0)`;
  };
