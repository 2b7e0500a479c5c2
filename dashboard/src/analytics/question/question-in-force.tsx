import { hasUsers, parseFilter, type Report, type ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { looksOf } from '../../charts/prepare/report-looks.ts';
import { nameDimension, nameFilter } from '../filter/filter-words.ts';
import { dependsOnModel, mayBreakDown, supports } from './report-query.ts';
import type { ReportView } from './report-search.ts';

interface QuestionInForceProps {
  type: ReportType;
  view: ReportView;
  report: Report | undefined;
}

/** Breakdown, filter and attribution model of the page, each with its explanation. */
export function QuestionInForce({ type, view, report }: QuestionInForceProps) {
  const { t, i18n } = useTranslation();
  const filter = parseFilter(view.filter);
  const words = filter === null ? t('Reports.filter.unreadable') : nameFilter(filter, t, i18n.language);
  const model = report?.model ?? view.model;
  const usesSource = /(^|[|;])(source|param\.[^:]*):/.test(view.filter);
  return (
    <>
      {mayBreakDown(type) && view.by && (
        <>
          <h4>{`${t('Reports.breakdown.label')}: ${nameDimension(view.by, t)}`}</h4>
          <p>{t('Reports.how.breakdown')}</p>
        </>
      )}
      {hasUsers(type) && (
        <>
          <h4>{t('Reports.how.filterTitle')}</h4>
          <p>{words || t('Reports.how.filterNone')}</p>
        </>
      )}
      {words && (
        <p>
          {t('Reports.how.filterPeople')} {usesSource && t('Reports.how.filterSource')}
        </p>
      )}
      {dependsOnModel(type, view) && model && (
        <>
          <h4>{t('Reports.how.modelTitle')}</h4>
          <p>{t(`Reports.how.models.${model}`)}</p>
          {supports(type, 'model') && (
            <p>
              {looksOf(type).modelMoments?.map((moment) => `${t(`Reports.how.modelMoment.${moment}`)} `)}
              {t('Reports.how.modelSum')}
            </p>
          )}
        </>
      )}
    </>
  );
}
