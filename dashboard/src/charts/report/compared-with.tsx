import type { Report } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../prepare/buckets.ts';
import { headlineOf } from '../prepare/lines.ts';
import classes from './compared-with.module.css';

/** Once for all numbers beside each other: what their changes are measured against. Empty while there is nothing before. */
export function ComparedWith({ report }: { report: Report | undefined }) {
  const { t, i18n } = useTranslation();
  const before = report && headlineOf(report.type_report, report)?.before;
  const period = before && report.compare ? nameRange(report.compare.period, i18n.language) : null;
  return <p className={classes.against}>{period && t('Reports.changesAgainst', { period })}</p>;
}
