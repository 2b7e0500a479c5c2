import type { Condition, Dimension, Filter } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { nameValue } from '../labels/name-value.ts';
import type { reports } from '../locales/en/reports.ts';

type DimensionName = Exclude<keyof typeof reports.dimensions, 'parameter'>;

export function nameDimension(dimension: Dimension | string, t: TFunction): string {
  if (dimension.startsWith('param.')) return t('Reports.dimensions.parameter', { name: dimension.slice(6) });
  return t(`Reports.dimensions.${dimension as DimensionName}`);
}

/** `Source: ads or site`, `Language: not Russian, not English`. */
export function nameCondition({ dimension, not, values }: Condition, t: TFunction, locale: string): string {
  const names = values.map((value) => nameValue(dimension, value, t, locale));
  const list = not
    ? names.map((value) => t('Reports.filter.not', { value })).join(', ')
    : new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
  return t('Reports.filter.chip', { dimension: nameDimension(dimension, t), values: list });
}

/** The whole filter as one sentence without a full stop; '' where it holds for everyone. */
export function nameFilter(filter: Filter, t: TFunction, locale: string): string {
  const groups = filter.map((group) =>
    group.map((condition) => nameCondition(condition, t, locale)).join(` ${t('Reports.filter.and')} `),
  );
  return groups.length > 1
    ? groups.map((group) => `(${group})`).join(` ${t('Reports.filter.or')} `)
    : (groups[0] ?? '');
}
