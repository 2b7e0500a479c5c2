import type { EventMatch, SegmentCondition, Times, When } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { formatMoney } from '../../../platform/i18n/money.ts';
import { lowerFirst, nameDays, type RuleWords } from './rule-words.ts';

type EventCondition = Extract<SegmentCondition, { kind: 'event' }>;

/**
 * Describes what users did or did not do. "Did not" with a number is the complement of those who did, so it names the
 * users that it excludes: "Except users who sent /buy at least 3 times".
 */
export function describeEvent(words: RuleWords, { did, event, times, when }: EventCondition): string {
  const { t, locale } = words;
  const isOnceOnly = isOnce(times);
  const sentence = t('Users.rules.event', {
    what: whatHappened(words, event, did || !isOnceOnly),
    times: isOnceOnly ? '' : howOften(words, times),
    when: whenWords(words, when),
  })
    .replace(/\s+/g, ' ')
    .trim();
  if (did || isOnceOnly) return sentence;
  return t('Users.rules.except', { sentence: lowerFirst(sentence, locale) });
}

const isOnce = (times: Times): boolean => times.of === 'count' && times.is === 'at_least' && times.number <= 1;

function howOften({ t, locale }: RuleWords, times: Times): string {
  if (times.of === 'sum') {
    return t(`Users.rules.sum.${times.is}`, { sum: formatMoney(times.amount, times.currency, locale) });
  }
  const number = new Intl.NumberFormat(locale).format(times.number);
  return t(`Users.rules.times.${times.is}`, { count: times.number, number });
}

function whenWords(words: RuleWords, period: When): string {
  if (period.kind === 'ever') return '';
  if (period.kind === 'between') return words.t('Users.rules.when.between', nameDays(words, period));
  return words.t(`Users.rules.when.${period.kind}`, { count: period.days });
}

const campaignKeys = {
  campaign: 'campaign',
  campaign_button: 'campaignButton',
  campaign_link: 'campaignLink',
} as const;

function whatHappened({ t, locale, names }: RuleWords, event: EventMatch, hasDone: boolean): string {
  const way = hasDone ? 'did' : 'didNot';
  switch (event.kind) {
    case 'action': {
      if (event.types.length === 0) return t(`Users.rules.${way}.action`);
      const types = event.types.map((type) => t(`Reports.lines.${type}`).toLocaleLowerCase(locale));
      return t(`Users.rules.${way}.actionTypes`, {
        types: new Intl.ListFormat(locale, { type: 'disjunction' }).format(types),
      });
    }
    case 'command':
      return t(`Users.rules.${way}.command`, { name: event.name });
    case 'button':
      return t(`Users.rules.${way}.${event.match === 'exact' ? 'button' : 'buttonBegins'}`, { data: event.data });
    case 'text':
      return t(`Users.rules.${way}.${textKeys[event.match]}`, { text: event.text });
    case 'start':
      return event.payload === ''
        ? t(`Users.rules.${way}.startAny`)
        : t(`Users.rules.${way}.start`, { payload: event.payload });
    case 'start_param':
      return event.value === ''
        ? t(`Users.rules.${way}.startParamAny`, { param: event.param })
        : t(`Users.rules.${way}.startParam`, { param: event.param, value: event.value });
    case 'target':
      return t(`Users.rules.${way}.target`, {
        name: names.target(event.target_id) ?? t('Users.rules.unknownTarget'),
      });
    case 'campaign':
    case 'campaign_button':
    case 'campaign_link': {
      const key = campaignKeys[event.kind];
      if (event.campaign_id === 0) return t(`Users.rules.${way}.${key}Any`);
      const name = names.campaign(event.campaign_id) ?? t('Users.rules.unknownCampaign');
      return t(`Users.rules.${way}.${key}`, { name });
    }
    case 'webapp':
    case 'site_event':
      return t(`Users.rules.${way}.${event.kind}`, { name: event.name });
    case 'update':
      return t(`Users.rules.${way}.update`, { update: nameUpdate(t, event.update) });
    case 'payment':
    case 'received':
    case 'blocked':
    case 'unblocked':
      return t(`Users.rules.${way}.${event.kind}`);
  }
}

const textKeys = { exact: 'textExact', contains: 'textContains', pattern: 'textPattern' } as const;

export const nameUpdate = (t: TFunction, update: Extract<EventMatch, { kind: 'update' }>['update']): string =>
  t(`Reports.lines.${update}`);
