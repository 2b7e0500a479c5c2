import type { Report } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { isComparable } from '../../charts/prepare/known-since.ts';
import { buildHeadline } from '../../charts/prepare/lines.ts';
import classes from './panel.module.css';

/** Once for all numbers beside each other: what their changes are measured against. Empty while there is nothing before. */
export function ComparedWith({ report }: { report: Report | undefined }) {
  const { t, i18n } = useTranslation();
  if (!report?.compare) return <p className={classes.against} />;
  const before = buildHeadline(report.type_report, report)?.before;
  const period = before ? nameRange(report.compare.period, i18n.language) : null;
  const since = isComparable(report) ? undefined : report.data_since;
  return (
    <p className={classes.against}>
      {period && t('Reports.changesAgainst', { period })}
      {since && t('Reports.noDataBefore', { day: nameRange({ from: since, to: since }, i18n.language) })}
    </p>
  );
}
