import type { Report, ReportType } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { type Change, computeChange } from '../../charts/prepare/change.ts';
import { isComparable } from '../../charts/prepare/known-since.ts';
import { buildHeadline, type PreparedLine } from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { ChangeBadge } from '../panel/change-badge.tsx';
import { writeCount } from './count-words.ts';
import classes from './report-headline.module.css';

interface ReportHeadlineProps {
  /** The report's one number over the whole period, written; null where it has none. */
  number: string | null;
  /** Against the comparison; null where there is none. */
  change: Change | null;
  /** Meaning of the number, where it is more than the title. */
  what?: string;
  report: Report;
}

/** The report's one number over the whole period, its change, and what it is compared with. */
export function ReportHeadline({ number, change, what, report }: ReportHeadlineProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const since = report.compare && !isComparable(report) ? report.data_since : undefined;
  return (
    <Box miw={0}>
      {number !== null && <div className={classes.number}>{number}</div>}
      <Box c="dimmed" fz="xs">
        {what !== undefined && `${what} · `}
        {nameRange(report.period, locale)}
        {report.compare && change && change.kind !== 'no_base' && (
          <>
            {' · '}
            <ChangeBadge change={change} />{' '}
            {t('Reports.comparison.against', { period: nameRange(report.compare.period, locale) })}
          </>
        )}
        {since && ` · ${t('Reports.noDataBefore', { day: nameRange({ from: since, to: since }, locale) })}`}
      </Box>
    </Box>
  );
}

/** The headline of lines over time. Income has a number per currency, which have no change in common. */
export function SeriesHeadline({
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
  const money = lines.filter((line) => line.unit === 'money' && line.currency !== undefined);
  if (money.length > 1) {
    const amounts = money.map((line) => formatValue(line.total, 'money', locale, line.currency));
    return <ReportHeadline number={amounts.join(' · ')} change={null} report={report} />;
  }
  const headline = buildHeadline(type, report, lines);
  if (!headline) return <ReportHeadline number={null} change={null} report={report} />;
  const { unit, currency, total, before } = headline;
  const valueText = formatValue(total, unit, locale, currency);
  const number = total === null ? valueText : writeCount(total, valueText, unit, t);
  return (
    <ReportHeadline
      number={number}
      change={computeChange(total, before, unit, traitsOf(type).rising)}
      report={report}
    />
  );
}
