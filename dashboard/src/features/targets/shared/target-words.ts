import { builtInTargets, type Target, type TargetValue, type Trigger } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { formatMoney } from '../../../platform/i18n/money.ts';

/** Describes a trigger in one line. */
export function triggerWords(t: TFunction, trigger: Trigger): string {
  switch (trigger.kind) {
    case 'command':
      return t('Conversions.triggers.command', { name: trigger.name });
    case 'button':
      return t(trigger.match === 'exact' ? 'Conversions.triggers.button' : 'Conversions.triggers.buttonBegins', {
        data: trigger.data,
      });
    case 'text':
      return t(textKeys[trigger.match], { text: trigger.text });
    case 'start':
      return trigger.payload === ''
        ? t('Conversions.triggers.startAny')
        : t('Conversions.triggers.start', { payload: trigger.payload });
    case 'start_param':
      return trigger.value === ''
        ? t('Conversions.triggers.startParamAny', { param: trigger.param })
        : t('Conversions.triggers.startParam', { param: trigger.param, value: trigger.value });
    case 'event':
      return t('Conversions.triggers.event', { event: t(`Conversions.events.${trigger.event}`) });
    case 'webapp':
    case 'site_event':
      return t(`Conversions.triggers.${trigger.kind}`, { name: trigger.name });
    case 'api':
      return t('Conversions.triggers.api');
    case 'purchase':
      return t('Conversions.triggers.purchase');
  }
}

const textKeys = {
  exact: 'Conversions.triggers.textExact',
  contains: 'Conversions.triggers.textContains',
  pattern: 'Conversions.triggers.textPattern',
} as const;

/** Describes the value of one conversion. */
export function valueWords(t: TFunction, value: TargetValue, language: string): string {
  return value.kind === 'fixed'
    ? formatMoney(value.amount, value.currency, language)
    : t(`Conversions.values.${value.kind}`);
}

/** The two that every bot has carry names of ours; all others the name that someone gave them. */
export function targetName(t: TFunction, id: number, givenName: string): string {
  if (id === builtInTargets.sale) return t('Conversions.targets.sale.name');
  if (id === builtInTargets.purchase) return t('Conversions.targets.purchase.name');
  return givenName;
}

export const nameOf = (t: TFunction, { target_id, name }: Pick<Target, 'target_id' | 'name'>): string =>
  targetName(t, target_id, name);
