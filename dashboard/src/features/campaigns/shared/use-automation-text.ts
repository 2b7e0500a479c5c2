import type { Automation, AutomationTrigger, Bot } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { describeRules, useRuleWords } from '../../users/public/use-rule-words.ts';

/** A delay in the largest unit that it is a whole number of. */
export function splitDelay(minutes: number): { unit: 'minutes' | 'hours' | 'days'; number: number } {
  if (minutes > 0 && minutes % 1_440 === 0) return { unit: 'days', number: minutes / 1_440 };
  if (minutes > 0 && minutes % 60 === 0) return { unit: 'hours', number: minutes / 60 };
  return { unit: 'minutes', number: minutes };
}

/** An automation as a sentence: "When a user sends /buy, the message is sent 3 hours later, once per user." */
export function useAutomationText(bot: Bot): (automation: Automation) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useRuleWords(bot);
  const number = (count: number) => ({ count, number: format.number(count) });
  const target = (id: number) => words.names.target(id) ?? t('Users.rules.unknownTarget');

  function describeTrigger(trigger: AutomationTrigger): string {
    if (trigger.kind === 'first_contact') return t('Automations.when.first_contact');
    if (trigger.kind === 'segment')
      return t('Automations.when.segment', { rules: describeRules(words, trigger.rules) });
    const { event } = trigger;
    switch (event.kind) {
      case 'command':
      case 'webapp':
      case 'site_event':
        return t(`Automations.when.${event.kind}`, { name: event.name });
      case 'button':
        return t(`Automations.when.${event.match === 'exact' ? 'button' : 'buttonBegins'}`, { data: event.data });
      case 'text': {
        const keys = { exact: 'textExact', contains: 'textContains', pattern: 'textPattern' } as const;
        return t(`Automations.when.${keys[event.match]}`, { text: event.text });
      }
      case 'start':
        return event.payload === ''
          ? t('Automations.when.startAny')
          : t('Automations.when.start', { payload: event.payload });
      case 'start_param':
        return event.value === ''
          ? t('Automations.when.startParamAny', { param: event.param })
          : t('Automations.when.startParam', { param: event.param, value: event.value });
      case 'target':
        return t('Automations.when.target', { name: target(event.target_id) });
      case 'payment':
      case 'unblocked':
        return t(`Automations.when.${event.kind}`);
      default:
        return '';
    }
  }

  return ({ trigger, delay_minutes, repeat, pause_hours, cap, unless_target, still_in, is_hidden }) => {
    if (is_hidden) return t('Users.rules.hidden');
    const { unit, number: length } = splitDelay(delay_minutes);
    const delay = length === 0 ? t('Automations.delay.none') : t(`Automations.delay.${unit}`, number(length));
    const repeatText =
      repeat === 'each' && pause_hours > 0
        ? t('Automations.repeat.pause', number(pause_hours))
        : t(`Automations.repeat.${repeat}`);
    const sentences = [t('Automations.sentence', { when: describeTrigger(trigger), delay, repeat: repeatText })];
    if (cap !== null) {
      const messages = t('Automations.messages', number(cap.messages));
      sentences.push(t('Automations.also.cap', { messages, hours: t('Automations.hours', number(cap.hours)) }));
    }
    if (unless_target !== null) sentences.push(t('Automations.also.target', { name: target(unless_target) }));
    if (still_in && trigger.kind === 'segment') sentences.push(t('Automations.also.stillIn'));
    return sentences.join(' ');
  };
}
