import type { Sources } from '../../analytics/query/scope.ts';
import type { ConversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import { reachedTargetsSql, repliesSql } from './outcome-windows.sql.ts';

/** Rows of the users that the campaign reached, with the message that they got. */
const reachedSql = `
  SELECT user_id, toUnixTimestamp64Milli(time) AS delivered, message_id, variant, language
  FROM campaign_outcomes FINAL
  WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32} AND status = 'Done'`;

/** By variant, and by language over all variants: which of the two a row is. */
const bySql = "if(grouping(variant) = 0, 'variant', 'language') AS of, variant, language";
const versions = '(variant), (language)';
const ofCampaign =
  'user_id IN (SELECT user_id FROM campaign_outcomes WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32})';

/** Counts recipients whose turn has come. */
export const turnsSql = (): string => `
SELECT ${bySql}, countIf(status = 'Done') AS delivered, countIf(status = 'Error') AS not_delivered
FROM campaign_outcomes FINAL
WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32} AND status IN ('Done', 'Error')
GROUP BY GROUPING SETS (${versions})`;

/** Counts users who reached each target (replies are one) or paid, from their own delivery on for the window (ms). */
export const reachedByVersionSql =
  (conversions: ConversionsSql) =>
  (from: Sources): string =>
    `
SELECT ${bySql}, grouping(target_id) = 0 AS is_target, target_id,
  uniqExactIf(user_id, NOT is_refund) AS users, uniqExactIf(user_id, amount > 0) AS payers
FROM (
  SELECT happened.user_id AS user_id, variant, language, target_id, amount, is_refund
  FROM (${repliesSql(from)}
  UNION ALL${reachedTargetsSql(conversions)(from)}
  ) AS happened
  INNER JOIN (${reachedSql}
  ) AS reached ON reached.user_id = happened.user_id
  WHERE toUnixTimestamp64Milli(happened.time) >= delivered
    AND toUnixTimestamp64Milli(happened.time) < delivered + {window:Int64}
)
GROUP BY GROUPING SETS (${versions}, (variant, target_id), (language, target_id))`;

/** Counts users who pressed any button under the message itself. */
export const pressedByVersionSql = (from: Sources): string => `
SELECT ${bySql}, uniqExact(user_id) AS users
FROM (
  SELECT reached.user_id AS user_id, variant, language
  FROM (
    SELECT user_id, toUnixTimestamp64Milli(time) AS pressed,
      JSONExtractInt(payload, 'callback_query', 'message', 'message_id') AS message
    FROM ${from.actionsWith(`kind = 'callback_query' AND ${ofCampaign}`)} AND chat_id = user_id
  ) AS presses
  INNER JOIN (${reachedSql}
    AND message_id != 0
  ) AS reached ON reached.user_id = presses.user_id AND reached.message_id = presses.message
  WHERE pressed >= delivered AND pressed < delivered + {window:Int64}
)
GROUP BY GROUPING SETS (${versions})`;

/** Counts users who left the bot. */
export const leftByVersionSql = (from: Sources): string => `
SELECT ${bySql}, uniqExact(user_id) AS users
FROM (
  SELECT reached.user_id AS user_id, variant, language
  FROM (${reachedSql}
  ) AS reached
  INNER JOIN (SELECT user_id, leaving FROM ${from.membershipChanges}) AS changes ON changes.user_id = reached.user_id
  WHERE arrayExists(left_at -> left_at >= delivered AND left_at < delivered + {window:Int64}, changes.leaving)
)
GROUP BY GROUPING SETS (${versions})`;
