import type { Report, ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { changeOf } from '../../charts/prepare/change.ts';
import { headlineOf, type PreparedLine } from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { ChangeBadge } from '../../charts/report/change-badge.tsx';
import classes from './report-headline.module.css';

/** The report's one number over the whole period, its change, and what it is compared with. */
export function ReportHeadline({
  type,
  report,
  lines,
}: {
  type: ReportType;
  report: Report;
  lines: readonly PreparedLine[];
}) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const headline = headlineOf(type, lines);
  if (!headline) return null;
  const { unit, total, before } = headline;
  const number = formatValue(total, unit, locale);
  const counted = unit === 'users' || unit === 'actions' || unit === 'sessions';
  return (
    <div className={classes.headline}>
      <div className={classes.number}>
        {counted && total !== null ? t(`Reports.units.${unit}`, { count: total, number }) : number}
      </div>
      <div className={classes.note}>
        {nameRange(report.period, locale)}
        {report.compare && (
          <>
            {' · '}
            <ChangeBadge change={changeOf(total, before, unit, traitsOf(type).rising)} />{' '}
            {t('Reports.compare.against', { period: nameRange(report.compare.period, locale) })}
          </>
        )}
      </div>
    </div>
  );
}
