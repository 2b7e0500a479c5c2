import type { Report, ReportTable } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { computeChange } from '../../charts/prepare/change.ts';
import { isComparable } from '../../charts/prepare/known-since.ts';
import { asUnit, formatValue } from '../../charts/prepare/units.ts';
import { writeCount } from '../answers/count-words.ts';
import { ReportHeadline } from '../answers/report-headline.tsx';

/** The first column's total: what the report is about. */
export function TableHeadline({ report, table }: { report: Report; table: ReportTable }) {
  const { t, i18n } = useTranslation();
  const column = table.columns[0];
  const total = table.totals[0] ?? null;
  if (!column || total === null) return <ReportHeadline number={null} change={null} report={report} />;
  const unit = asUnit(column.unit);
  const before = isComparable(report) ? (report.compare?.table?.totals[0] ?? null) : null;
  return (
    <ReportHeadline
      number={writeCount(total, formatValue(total, unit, i18n.language, column.currency), unit, t)}
      change={computeChange(total, before, unit)}
      report={report}
    />
  );
}
