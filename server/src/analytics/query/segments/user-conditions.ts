import {
  chatStates,
  type SegmentCondition,
  type UnsubscribeReasonFilter,
  type UserProperty,
  unsubscribeReasonFilters,
} from '@botscope/contract';
import { stepsUntilSql } from '../../../events/rollups/read/membership-changes.sql.ts';
import { type Rollup, usableRollup } from '../../../events/rollups/rollup.ts';
import { unsubscribedSegmentId } from '../../../events/store/segment-members.ts';
import { attributedUsersSql, firstSourceSql, isFirstSource, sourcedUsersSql } from '../attribution.sql.ts';
import { countriesSql } from '../countries.sql.ts';
import { countryOf } from '../country-names.ts';
import { valueSql } from '../dimensions.ts';
import { chatCondition } from './chat-states.sql.ts';
import { alsoUsers, type Bindings, resolveStretch, type SegmentContext } from './segment-context.ts';

type ConditionOf<Kind extends SegmentCondition['kind']> = Extract<SegmentCondition, { kind: Kind }>;

/** A property of the user, as a condition on a row of `users`. */
export function propertyCondition(
  { property, not, values }: ConditionOf<'property'>,
  bindings: Bindings,
  context: SegmentContext,
): string {
  if (property === 'status') return statusCondition(values, not, bindings, context);
  if (property === 'country') return countryCondition(values, not, bindings, context);
  if (property === 'chat')
    return chatCondition(
      chatStates.filter((state) => values.includes(state) !== not),
      alsoUsers(context),
    );
  if (property === 'unsubscribed') return unsubscribedCondition(values, not, bindings, context);
  if (property === 'unsubscribe_reason') {
    const reasons = unsubscribeReasonFilters.filter((reason) => values.includes(reason));
    return `user_id ${not ? 'NOT IN' : 'IN'} (${unsubscribedSql(reasons, bindings, context)})`;
  }
  const list = bindings.bind([...values], 'Array(String)');
  return `${propertySql(property, context)} ${not ? 'NOT IN' : 'IN'} ${list}`;
}

type OwnColumn = Exclude<UserProperty, 'status' | 'country' | 'chat' | 'unsubscribed' | 'unsubscribe_reason'>;

function propertySql(property: OwnColumn, { reading }: SegmentContext): string {
  if (property === 'username' || property === 'first_name' || property === 'last_name')
    return `if(tupleElement(users.last_profile, '${property}') = '', 'no', 'yes')`;
  const { value } = valueSql(property, reading, { start: '', end: '' }, '') as { value: string };
  return value;
}

/** Live or left at the moment: metrics.md, "Leaving and returning are changes". */
function statusCondition(
  values: readonly string[],
  isNegated: boolean,
  bindings: Bindings,
  context: SegmentContext,
): string {
  const wants = (status: string): boolean => values.includes(status) !== isNegated;
  if (wants('live') === wants('left')) return wants('live') ? 'true' : 'false';
  return `user_id ${wants('left') ? 'IN' : 'NOT IN'} (${awayUsersSql(bindings.moment(context.asOf), context.reading.rollup, { of: context.users })})`;
}

/** Whether they have ended the bot's mailings, as of now. */
function unsubscribedCondition(
  values: readonly string[],
  isNegated: boolean,
  bindings: Bindings,
  context: SegmentContext,
): string {
  const wants = (answer: string): boolean => values.includes(answer) !== isNegated;
  if (wants('yes') === wants('no')) return wants('yes') ? 'true' : 'false';
  return `user_id ${wants('yes') ? 'IN' : 'NOT IN'} (${unsubscribedSql(unsubscribeReasonFilters, bindings, context)})`;
}

const unsubscribedSql = (
  reasons: readonly UnsubscribeReasonFilter[],
  bindings: Bindings,
  context: SegmentContext,
): string => `
    SELECT user_id FROM segment_members FINAL
    WHERE bot = {bot:String} AND segment_id IN ${bindings.bind(reasons.map(unsubscribedSegmentId), 'Array(UInt64)')}
      AND is_member${alsoUsers(context)}`;

/** '' among the values are those whose country is unknown. */
function countryCondition(
  values: readonly string[],
  isNegated: boolean,
  bindings: Bindings,
  { asOf, fields }: SegmentContext,
): string {
  const countries = countriesSql({ end: bindings.moment(asOf), fields });
  const withUnknown = values.includes('') !== isNegated;
  const operator = withUnknown === isNegated ? 'IN' : 'NOT IN';
  const list = bindings.bind(values.map(countryOf), 'Array(String)');
  return `user_id ${withUnknown ? 'NOT IN' : 'IN'} (SELECT user_id FROM (${countries}) WHERE value ${operator} ${list})`;
}

/**
 * The users who have left and not returned before a moment (SQL): of all their steps the last one counts. `of` is a
 * condition on `user_id`.
 */
export function awayUsersSql(
  end: string,
  rolled: Rollup | undefined,
  users: { of?: string | undefined; isOfFew?: true } = {},
): string {
  return `
    SELECT user_id
    FROM (${stepsUntilSql(usableRollup(rolled), end, users)}
    )
    GROUP BY user_id
    HAVING max(is_contact) AND maxIf(step, counts) >= minIf(step, is_contact) AND bitTest(maxIf(step, counts), 1)`;
}

/** When the user was first or last seen; `users` keeps both as of now. */
export function seenCondition(
  { seen, when }: ConditionOf<'seen'>,
  bindings: Bindings,
  context: SegmentContext,
): string {
  const { start, end } = resolveStretch(when, context);
  const column = seen === 'first' ? 'users.first_time' : 'users.last_time';
  return `${column} >= ${bindings.moment(start)} AND ${column} < ${bindings.moment(end)}`;
}

/** The source or another launch parameter under a model. */
export function sourceCondition(
  { model, parameter, not, values }: ConditionOf<'source'>,
  bindings: Bindings,
  { asOf, reading, users: userCondition }: SegmentContext,
): string {
  const isSource = parameter === undefined || parameter === reading.sourceParameter;
  const attribution = {
    model: model ?? reading.model,
    value: isSource ? 'source' : `params[${bindings.bind(parameter, 'String')}]`,
    until: bindings.moment(asOf),
    rollup: reading.rollup,
    ...(userCondition !== undefined && { users: userCondition }),
  };
  const withNone = values.includes('') !== not;
  const list = bindings.bind([...values], 'Array(String)');
  if (isFirstSource(attribution)) {
    return `${firstSourceSql(attribution.until)} ${not ? 'NOT IN' : 'IN'} ${list}`;
  }
  const users = withNone ? attributedUsersSql(attribution) : sourcedUsersSql(attribution);
  return `user_id IN (SELECT user_id FROM (${users}) WHERE value ${not ? 'NOT IN' : 'IN'} ${list})`;
}

/** Selects the same users for the same seed, whatever else is selected: by a hash of the seed and the user. */
export function shareCondition({ percent, seed }: ConditionOf<'share'>, bindings: Bindings): string {
  const limit = bindings.bind(Math.round(percent * 1_000), 'UInt32');
  return `sipHash64(${bindings.bind(seed, 'UInt32')}, user_id) % 100000 < ${limit}`;
}
