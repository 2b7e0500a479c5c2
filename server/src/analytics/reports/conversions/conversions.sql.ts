import type { Parameter } from '../../../events/store/event-store.ts';
import type { Sources } from '../../query/scope.ts';
import type { CountedTarget, ReportContext } from '../report.ts';
import { type TargetRule, targetRules } from './target-condition.ts';

/** The conversions of a scope, for a statement's FROM. */
export interface ConversionsSql {
  /**
   * A subquery in brackets, of the scope's stretch of time: `id` (of the event), `user_id`, `time`, `target_id` UInt64,
   * `amount` (smallest unit; null where the conversion has no value), `currency` ('' then), and `is_refund`: money given
   * back, whose amount is negative: it counts for money and is no conversion. One row per event and target.
   */
  sql(from: Sources): string;
  /** For `scope.statement`; all names begin with `target_`. */
  params: Readonly<Record<string, Parameter>>;
}

/**
 * Selects what the bot's users did that some of its targets count: docs/metrics.md, "Targets and conversions". Nothing
 * is stored per conversion, so a target counts past events too. Events of a user who has not contacted the bot yet
 * count once they do.
 */
export function conversionsSql(
  targets: readonly CountedTarget[],
  context: Pick<ReportContext, 'hiddenCommands'>,
): ConversionsSql {
  const rules = targetRules(targets, context);
  const purchase = targets.find(({ trigger }) => trigger.kind === 'purchase');
  const value = valueSql(targets);
  return {
    sql: (from) => `(
  SELECT id, user_id, time, target_id, ${value.amount} AS amount, ${value.currency} AS currency, paid < 0 AS is_refund
  FROM (
    ${[matchedEventsSql(from, rules), ...(purchase === undefined ? [] : [bought(from)])].join('\n    UNION ALL\n    ')}
  )
  WHERE paid >= 0 OR ${value.isReported}
)`,
    params: {
      ...Object.assign({}, ...rules.map(({ params }) => params)),
      ...(purchase === undefined ? {} : { target_purchase: purchase.id }),
      ...value.params,
    },
  };
}

/**
 * Most events are contacts themselves. Of those that make nobody a bot user (`chat_member`, API conversions) the users
 * are looked up, whenever they met the bot.
 */
function matchedEventsSql(from: Sources, rules: readonly TargetRule[]): string {
  const joinConditions = (some: readonly TargetRule[]): string =>
    some.map((rule) => rule.content).join('\n      OR ') || 'false';
  const strangers = joinConditions(rules.filter((rule) => rule.findsStrangers));
  const ids = ['emptyArrayUInt64()', ...rules.map((rule) => rule.ids)].join(',\n        ');
  return `SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(${ids})) AS target_id
    FROM ${from.eventsWith(joinConditions(rules))}
      AND (is_contact OR user_id IN (
        SELECT user_id FROM ${from.allUsers} AND user_id IN (
          SELECT user_id FROM ${from.eventsWith(`NOT is_contact AND (${strangers})`)})))`;
}

/**
 * Each charge once for the payment and once for the refund, when it came first, be that before the period. Without a
 * charge each is its own. A payment makes its user a bot user; a refund does not, so its user is looked up.
 */
const bought = (from: Sources): string => `SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM ${from.payments}
      GROUP BY charge, is_back
    )
    WHERE tupleElement(first, 1) >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND (NOT is_back OR tupleElement(first, 3) IN (
        SELECT user_id FROM ${from.allUsers} AND user_id IN (
          SELECT user_id FROM ${from.payments} WHERE amount < 0)))`;

function valueSql(targets: readonly CountedTarget[]) {
  const fixed = targets.flatMap(({ id, value }) => (value.kind === 'fixed' ? [{ id, ...value }] : []));
  const reported = targets.filter(({ value }) => value.kind === 'event');
  const isReported = 'has({target_reported_value:Array(UInt64)}, target_id)';
  const isFixed = 'has({target_fixed:Array(UInt64)}, target_id)';
  const place = 'indexOf({target_fixed:Array(UInt64)}, target_id)';
  return {
    isReported,
    amount: `multiIf(
      ${isReported}, if(paid_in = '', NULL, paid),
      ${isFixed}, arrayElement({target_fixed_amounts:Array(Int64)}, ${place}),
      NULL)`,
    currency: `multiIf(
      ${isReported}, paid_in,
      ${isFixed}, arrayElement({target_fixed_currencies:Array(String)}, ${place}),
      '')`,
    params: {
      target_reported_value: reported.map(({ id }) => id),
      target_fixed: fixed.map(({ id }) => id),
      target_fixed_amounts: fixed.map(({ amount }) => amount),
      target_fixed_currencies: fixed.map(({ currency }) => currency),
    },
  };
}
