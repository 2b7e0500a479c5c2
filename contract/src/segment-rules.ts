import * as z from 'zod/mini';
import type { FieldType } from './custom-fields.ts';
import { actionTypes, updateKinds } from './event.ts';
import { unsubscribeReasonFilters } from './subscriptions.ts';
import { chatStates } from './user-states.ts';

/**
 * The language in which users are selected: by the list of users, by segments and by every filter that names one. A
 * group holds all or any of its rules and may be nested three deep; docs/metrics.md, "Segments", defines each rule.
 */

/** Conditions in all groups together. */
export const maxRules = 30;
/** Limit for the JSON text of an address. */
export const longestRules = 8_000;

const word = z.string().check(z.trim(), z.minLength(1), z.maxLength(256));
const value = z.string().check(z.maxLength(512));
const values = z.array(value).check(z.minLength(1), z.maxLength(100));
const count = z.int().check(z.gte(0), z.lte(1_000_000));
const days = z.int().check(z.gte(1), z.lte(3_650));
const day = z.iso.date();
/** 0 = any campaign. */
const campaignId = z.int().check(z.gte(0), z.lte(999_999_999));

/** Local calendar days of the reader's time zone, as in reports: the last one is today. */
export const When = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ever') }),
  /** The last `days` days, today included. */
  z.object({ kind: z.literal('last'), days }),
  /** Before those. */
  z.object({ kind: z.literal('before'), days }),
  /** Both days included. */
  z.object({ kind: z.literal('between'), from: day, to: day }),
]);
export type When = z.output<typeof When>;

/** Actions of a user, and events that happened to them. */
export const EventMatch = z.discriminatedUnion('kind', [
  /** Any action, or one of some types. */
  z.object({ kind: z.literal('action'), types: z.array(z.enum(actionTypes)).check(z.maxLength(actionTypes.length)) }),
  /** `/buy`, or an approved hidden command as typed. */
  z.object({ kind: z.literal('command'), name: word }),
  z.object({ kind: z.literal('button'), data: word, match: z.enum(['exact', 'begins']) }),
  z.object({ kind: z.literal('text'), text: word, match: z.enum(['exact', 'contains', 'pattern']) }),
  /** A launch with this payload; '' = any launch. */
  z.object({ kind: z.literal('start'), payload: value }),
  /** A launch whose parameter has this value; '' = any value. */
  z.object({ kind: z.literal('start_param'), param: word, value }),
  /** A payment inside Telegram; refunds count in sums only. */
  z.object({ kind: z.literal('payment') }),
  z.object({ kind: z.literal('target'), target_id: z.int().check(z.gte(1)) }),
  /** An event of a Mini App by its name. */
  z.object({ kind: z.literal('webapp'), name: word }),
  z.object({ kind: z.literal('site_event'), name: word }),
  /** Any update of a kind. */
  z.object({ kind: z.literal('update'), update: z.enum(updateKinds) }),
  /** The bot wrote to the user, where outgoing traffic is recorded. */
  z.object({ kind: z.literal('received') }),
  /** Telegram has the message of a campaign. */
  z.object({ kind: z.literal('campaign'), campaign_id: campaignId }),
  /** Pressed a button under the message of a campaign. */
  z.object({ kind: z.literal('campaign_button'), campaign_id: campaignId }),
  /** Opened a tracked link of a campaign. */
  z.object({ kind: z.literal('campaign_link'), campaign_id: campaignId }),
  z.object({ kind: z.literal('blocked') }),
  z.object({ kind: z.literal('unblocked') }),
]);
export type EventMatch = z.output<typeof EventMatch>;

export const comparisonsOfNumbers = ['at_least', 'at_most', 'exactly'] as const;

/** Frequency, or amount of money. */
export const Times = z.discriminatedUnion('of', [
  z.object({ of: z.literal('count'), is: z.enum(comparisonsOfNumbers), number: count }),
  /** In the currency's smallest unit. */
  z.object({
    of: z.literal('sum'),
    is: z.enum(comparisonsOfNumbers),
    amount: z.int().check(z.gte(0), z.lte(1_000_000_000_000)),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  }),
]);
export type Times = z.output<typeof Times>;

/** Properties with a few values or words. */
export const userProperties = [
  'status',
  'chat',
  'language',
  'premium',
  'gender',
  'country',
  'username',
  'first_name',
  'last_name',
  'unsubscribed',
  'unsubscribe_reason',
] as const;
export type UserProperty = (typeof userProperties)[number];

/** Values that a property can only have. */
export const propertyValues: Partial<Record<UserProperty, readonly string[]>> = {
  status: ['live', 'left'],
  premium: ['yes', 'no'],
  gender: ['male', 'female', 'unknown'],
  username: ['yes', 'no'],
  first_name: ['yes', 'no'],
  last_name: ['yes', 'no'],
  /** From the bot's mailings, as of now. */
  unsubscribed: ['yes', 'no'],
  /** Only for users who have unsubscribed. */
  unsubscribe_reason: unsubscribeReasonFilters,
  /** As of now. */
  chat: chatStates,
};

export const fieldOperators = [
  'is',
  'is_not',
  'contains',
  'at_least',
  'at_most',
  'in_last_days',
  'has_any',
  'is_set',
  'is_not_set',
] as const;
export type FieldOperator = (typeof fieldOperators)[number];

/** Operators that a type of field knows, the usual one first. */
export const operatorsOfField: Readonly<Record<FieldType, readonly FieldOperator[]>> = {
  text: ['is', 'is_not', 'contains', 'is_set', 'is_not_set'],
  link: ['is', 'is_not', 'contains', 'is_set', 'is_not_set'],
  choice: ['is', 'is_not', 'is_set', 'is_not_set'],
  boolean: ['is', 'is_not', 'is_set', 'is_not_set'],
  number: ['at_least', 'at_most', 'is', 'is_not', 'is_set', 'is_not_set'],
  date: ['in_last_days', 'at_least', 'at_most', 'is_set', 'is_not_set'],
  list: ['has_any', 'is_set', 'is_not_set'],
};

/** Whether an operator compares with anything. */
export const comparesField = (operator: FieldOperator): boolean => operator !== 'is_set' && operator !== 'is_not_set';

export const SegmentCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('property'), property: z.enum(userProperties), not: z.boolean(), values }),
  /** When the user was first or last seen. */
  z.object({ kind: z.literal('seen'), seen: z.enum(['first', 'last']), when: When }),
  /** The source, or another launch parameter, under an attribution model; '' among the values = none. */
  z.object({
    kind: z.literal('source'),
    model: z.optional(z.enum(['first', 'last', 'last_significant'])),
    parameter: z.optional(word),
    not: z.boolean(),
    values,
  }),
  /** A custom field by its key. `values` has one entry but for `is`, `is_not` and `has_any`, and none for `is_set`. */
  z
    .object({
      kind: z.literal('field'),
      key: z.string().check(z.regex(/^[\w-]{1,64}$/)),
      is: z.enum(fieldOperators),
      values: z.array(value).check(z.maxLength(100)),
    })
    .check(
      z.refine(({ is, values: entries }) => !comparesField(is) || entries.some((one) => one !== ''), {
        path: ['values'],
      }),
    ),
  /** Did, or did not, something a number of times within a time. `times` is about the users who did. */
  z.object({ kind: z.literal('event'), did: z.boolean(), event: EventMatch, times: Times, when: When }),
  /** Is, or is not, in another segment or list. */
  z.object({ kind: z.literal('segment'), segment_id: z.int().check(z.gte(1)), not: z.boolean() }),
  /** A random share that stays the same for the same seed. */
  z.object({
    kind: z.literal('share'),
    percent: z.number().check(z.gt(0), z.lte(100)),
    seed: z.int().check(z.gte(0), z.lte(2 ** 31)),
  }),
]);
export type SegmentCondition = z.output<typeof SegmentCondition>;

const match = z.enum(['all', 'any']);
const groupSchema = <Rule extends z.ZodMiniType>(rule: Rule) =>
  z.object({ match, rules: z.array(rule).check(z.maxLength(maxRules)) });

const InnerGroup = groupSchema(SegmentCondition);
const MiddleGroup = groupSchema(z.union([SegmentCondition, InnerGroup]));

/** The whole. Without rules it selects everyone. */
export const SegmentRules = groupSchema(z.union([SegmentCondition, MiddleGroup])).check(
  z.refine((rules) => listConditions(rules as SegmentGroup).length <= maxRules),
);
export type SegmentRules = z.output<typeof SegmentRules>;

/** A group at any depth. */
export interface SegmentGroup {
  match: 'all' | 'any';
  rules: readonly SegmentRule[];
}
export type SegmentRule = SegmentCondition | SegmentGroup;

export const isGroup = (rule: SegmentRule): rule is SegmentGroup => 'match' in rule && 'rules' in rule;

export const everyone: SegmentRules = { match: 'all', rules: [] };

/** All conditions, in order. */
export function listConditions(rule: SegmentRule): SegmentCondition[] {
  return isGroup(rule) ? rule.rules.flatMap(listConditions) : [rule];
}

/** The JSON of rules in an address. */
export const RulesText = z.string().check(z.maxLength(longestRules));

/** The rules of an address; '' selects everyone. Null where it is no such text. */
export function parseRules(text: string): SegmentRules | null {
  if (text === '') return everyone;
  if (text.length > longestRules) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const result = SegmentRules.safeParse(json);
  return result.success ? result.data : null;
}

/** The opposite of `parseRules`. */
export const formatRules = (rules: SegmentRules): string => (rules.rules.length === 0 ? '' : JSON.stringify(rules));
