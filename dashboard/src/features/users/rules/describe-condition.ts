import type { SegmentCondition, SegmentGroup, SegmentRule, UserProperty } from '@botscope/contract';
import { chatStates, isGroup, unsubscribeReasonFilters } from '@botscope/contract';
import { nameValue } from '../../../analytics/labels/name-value.ts';
import { describeEvent } from './describe-event.ts';
import { lowerFirst, nameDays, type RuleWords } from './rule-words.ts';

type ConditionOf<Kind extends SegmentCondition['kind']> = Extract<SegmentCondition, { kind: Kind }>;

/** A condition as a sentence without a full stop: "Did not send /buy in the last 30 days". */
export function describeCondition(words: RuleWords, condition: SegmentCondition): string {
  const { t, locale, names } = words;
  switch (condition.kind) {
    case 'property':
      return describeProperty(words, condition);
    case 'seen':
      return describeSeen(words, condition);
    case 'source':
      return describeSource(words, condition);
    case 'field':
      return describeField(words, condition);
    case 'event':
      return describeEvent(words, condition);
    case 'segment': {
      const name = names.segment(condition.segment_id) ?? t('Users.rules.unknownSegment');
      return t(condition.not ? 'Users.rules.segment.notIn' : 'Users.rules.segment.in', { name });
    }
    case 'share': {
      const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
      return t('Users.rules.share', { percent: percent.format(condition.percent / 100) });
    }
  }
}

/** A rule at any depth: a group stands in brackets. */
export function describeRule(words: RuleWords, rule: SegmentRule): string {
  if (!isGroup(rule)) return describeCondition(words, rule);
  if (rule.rules.length === 0) return words.t('Users.rules.all');
  const parts = rule.rules.map((each) => lowerFirst(describeRule(words, each), words.locale));
  const type = rule.match === 'all' ? 'conjunction' : 'disjunction';
  return `(${new Intl.ListFormat(words.locale, { type }).format(parts)})`;
}

/** All rules as one sentence. */
export function describeRules(words: RuleWords, rules: SegmentGroup): string {
  const [firstRule] = rules.rules;
  if (firstRule && rules.rules.length === 1) return describeRule(words, firstRule);
  const sentence = describeRule(words, rules);
  const innerSentence = sentence.startsWith('(') ? sentence.slice(1, -1) : sentence;
  return innerSentence.charAt(0).toLocaleUpperCase(words.locale) + innerSentence.slice(1);
}

/** The value of a property in words. */
export function namePropertyValue({ t, locale }: Omit<RuleWords, 'names'>, property: UserProperty, value: string) {
  if (property === 'language' || property === 'country') return nameValue(property, value, t, locale);
  return isClosedValue(value) ? t(`Users.rules.values.${value}`) : value;
}

const closed = [
  ...(['live', 'left', 'male', 'female', 'unknown', 'yes', 'no'] as const),
  ...unsubscribeReasonFilters,
  ...chatStates,
] as const;
const isClosedValue = (value: string): value is (typeof closed)[number] =>
  (closed as readonly string[]).includes(value);

const yesOrNo = ['premium', 'username', 'first_name', 'last_name', 'unsubscribed'] as const;
const isYesOrNo = (property: UserProperty): property is (typeof yesOrNo)[number] =>
  (yesOrNo as readonly string[]).includes(property);

function describeProperty(words: RuleWords, { property, not, values }: ConditionOf<'property'>): string {
  const { t } = words;
  const [firstValue] = values;
  if (isYesOrNo(property) && values.length === 1 && (firstValue === 'yes' || firstValue === 'no')) {
    return t(`Users.rules.has.${property}.${(firstValue === 'yes') !== not ? 'yes' : 'no'}`);
  }
  const list = joinNames(
    words,
    values.map((value) => namePropertyValue(words, property, value)),
    not,
  );
  return t(`Users.rules.property.${property}.${not ? 'not' : 'is'}`, { values: list });
}

function describeSeen(words: RuleWords, { seen, when }: ConditionOf<'seen'>): string {
  const { t } = words;
  if (when.kind === 'ever') return t(`Users.rules.seen.${seen}.ever`);
  if (when.kind === 'between') return t(`Users.rules.seen.${seen}.between`, nameDays(words, when));
  return t(`Users.rules.seen.${seen}.${when.kind}`, { count: when.days });
}

function describeSource(
  words: RuleWords,
  { model: sourceModel, parameter, not, values }: ConditionOf<'source'>,
): string {
  const { t, locale } = words;
  const model = sourceModel ?? 'own';
  const dimension = parameter === undefined ? 'source' : `param.${parameter}`;
  const valueNames = values.map((value) =>
    value === '' && parameter !== undefined ? t('Users.rules.none') : nameValue(dimension, value, t, locale),
  );
  const list = joinNames(words, valueNames, not);
  const way = not ? 'not' : 'is';
  return parameter === undefined
    ? t(`Users.rules.source.${model}.${way}`, { values: list })
    : t(`Users.rules.parameter.${model}.${way}`, { name: parameter, values: list });
}

function describeField(words: RuleWords, { key, is, values }: ConditionOf<'field'>): string {
  const { t } = words;
  const name = words.names.field(key) ?? key;
  if (is === 'is_set' || is === 'is_not_set') return t(`Users.rules.field.${is}`, { name });
  if (is === 'in_last_days') return t('Users.rules.field.in_last_days', { name, count: Number(values[0] ?? 0) });
  const valueNames = values.map((value) => (value === '' ? t('Users.rules.none') : value));
  return t(`Users.rules.field.${is}`, { name, values: joinNames(words, valueNames, is === 'is_not') });
}

/** "A, B or C"; after a "not" of the sentence, "A, not B, not C". */
function joinNames({ t, locale }: RuleWords, names: readonly string[], isNot: boolean): string {
  if (!isNot) return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
  return names.map((value, index) => (index === 0 ? value : t('Users.rules.notOne', { value }))).join(', ');
}
