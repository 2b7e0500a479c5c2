import type { MessageButton } from '@botscope/contract';
import type { Sources } from '../../analytics/query/scope.ts';
import { hourMs, minuteMs } from '../../platform/time-units.ts';

/** Times after a user's own delivery within which leaving is counted, ms: the first, the second and the third bound. */
export const leftWithinMs = [30 * minuteMs, 2 * hourMs, 12 * hourMs] as const;
/** Time after a delivery within which any action counts as active, ms. */
export const activeWithinMs = 24 * hourMs;

/** Rows (user_id, delivered, message_id) of the users that the campaign reached; `delivered` is Unix ms. */
export const deliveredSql = `
  SELECT user_id, toUnixTimestamp64Milli(time) AS delivered, message_id
  FROM campaign_outcomes FINAL
  WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32} AND status = 'Done'`;

/** When the first and the last message arrived, Unix ms; both are 0 where none did. */
export const deliverySpanSql = (): string => `
SELECT min(delivered) AS first, max(delivered) AS last, count() AS users
FROM (${deliveredSql}
)`;

/** Rows (user_id, gap): how long after their own delivery recipients left for the first time, ms, up to the third bound. */
const departuresSql = (from: Sources): string => `
  SELECT
    reached.user_id AS user_id,
    arrayFirst(left_at -> left_at >= delivered, arraySort(changes.leaving)) - delivered AS gap
  FROM (${deliveredSql}
  ) AS reached
  INNER JOIN (SELECT user_id, leaving FROM ${from.membershipChanges}) AS changes ON changes.user_id = reached.user_id
  WHERE arrayExists(left_at -> left_at >= delivered AND left_at < delivered + {bound_3:Int64}, changes.leaving)`;

/** The first leaving of each recipient after their own delivery, in the three stretches, and the mean time to it. */
export const leftSql = (from: Sources): string => `
SELECT
  countIf(gap < {bound_1:Int64}) AS left_1,
  countIf(gap >= {bound_1:Int64} AND gap < {bound_2:Int64}) AS left_2,
  countIf(gap >= {bound_2:Int64}) AS left_3,
  if(count() = 0, 0, avg(gap) / 1000) AS mean_s
FROM (${departuresSql(from)}
)`;

const ofRecipients =
  'user_id IN (SELECT user_id FROM campaign_outcomes WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32})';

/** The text after SELECT of recipients who did anything within a day of their own delivery, a row an action. */
const activeRowsSql = (from: Sources): string => `
FROM (${deliveredSql}
) AS reached
INNER JOIN (
  SELECT user_id, toUnixTimestamp64Milli(time) AS acted
  FROM ${from.actionsWith(ofRecipients)}
) AS actions ON actions.user_id = reached.user_id
WHERE acted >= delivered AND acted < delivered + {active_within:Int64}`;

/** Recipients who did anything within a day of their own delivery. */
export const activeSql = (from: Sources): string => `
SELECT uniqExact(reached.user_id) AS users${activeRowsSql(from)}`;

/** The text after SELECT of presses of the buttons under the delivered messages, a row a press. */
const pressRowsSql = (from: Sources): string => `
FROM (
  SELECT user_id, name AS data, JSONExtractInt(payload, 'callback_query', 'message', 'message_id') AS message
  FROM ${from.actionsWith(`kind = 'callback_query' AND ${ofRecipients}`)}
    AND chat_id = user_id
) AS pressed
WHERE (user_id, message) IN (SELECT user_id, message_id FROM (${deliveredSql}
) WHERE message_id != 0)`;

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
SELECT ${columns.join(',\n  ')}${pressRowsSql(from)}`;
  };

/** The number whose users are listed: of leaving, those of a stretch; of presses, all or those of one button. */
export type Reaction = 'left' | 'active' | 'pressed' | 'pressed exact' | 'pressed pattern';

const reactionRows: Readonly<Record<Reaction, (from: Sources) => string>> = {
  left: (from) => `SELECT user_id FROM (${departuresSql(from)}
  ) WHERE gap >= {gap_from:Int64} AND gap < {gap_to:Int64}`,
  active: (from) => `SELECT DISTINCT reached.user_id AS user_id${activeRowsSql(from)}`,
  pressed: (from) => `SELECT DISTINCT user_id${pressRowsSql(from)}`,
  'pressed exact': (from) => `SELECT DISTINCT user_id${pressRowsSql(from)} AND data = {button:String}`,
  'pressed pattern': (from) => `SELECT DISTINCT user_id${pressRowsSql(from)} AND match(data, {button:String})`,
};

/** The users behind one of them, after an id, in the order of ids. */
export const reactionUsersSql =
  (reaction: Reaction) =>
  (from: Sources): string =>
    `
SELECT user_id
FROM (
${reactionRows[reaction](from)}
)
WHERE user_id > {after:Int64}
ORDER BY user_id
LIMIT {limit:UInt32}`;

const variable = /\{[^{}]*\}/g;

/** Data with variables is another text for each user: the rest of it is what a press is known by. */
export function toDataMatch({ callback_data: data = '' }: MessageButton): { is: 'exact' | 'pattern'; value: string } {
  if (data.search(variable) === -1) return { is: 'exact', value: data };
  const parts = data.split(variable).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return { is: 'pattern', value: `(?s)^${parts.join('.*')}$` };
}
