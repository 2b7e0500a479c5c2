import { parseFilter, type Report, type ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { nameDimension, nameFilter } from '../filter/filter-words.ts';
import { dependsOnModel, supports } from './report-query.ts';
import type { ReportView } from './report-search.ts';

/** Returns phrases for paper and pictures: filter, breakdown, measure, parameter and model of the query, one each. */
export function questionWords(
  type: ReportType,
  view: ReportView,
  report: Report,
  t: TFunction,
  locale: string,
): string[] {
  const filter = nameFilter(parseFilter(view.filter) ?? [], t, locale);
  const labelled = (label: string, value: string) => `${label}: ${value}`;
  const model = report.model ?? view.model;
  return [
    ...(filter ? [labelled(t('Reports.filter.label'), filter)] : []),
    ...(report.by === undefined ? [] : [labelled(t('Reports.breakdown.label'), nameDimension(report.by, t))]),
    ...(supports(type, 'measure')
      ? [labelled(t('Reports.measure.label'), t(`Reports.measure.${view.measure ?? 'launches'}`))]
      : []),
    ...(supports(type, 'parameter') && view.parameter ? [nameDimension(`param.${view.parameter}`, t)] : []),
    ...(dependsOnModel(type, view) && model ? [labelled(t('Reports.model.label'), t(`Reports.model.${model}`))] : []),
  ];
}
