import { details, type ReportType } from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { detailFor, fitnessOf } from '../../charts/report/period.ts';
import { PeriodPresets } from '../../charts/report/period-presets.tsx';
import { isTimeless, useViewedReport } from './ask-report.ts';
import { ComparisonChoice } from './comparison-choice.tsx';
import { PeriodRange } from './period-range.tsx';
import classes from './report-filters.module.css';
import type { ReportView } from './report-search.ts';

interface ReportFiltersProps {
  type: ReportType;
  bot: string;
  view: ReportView;
  change(parts: Record<string, string | undefined>): void;
}

/** Period, detail and comparison: what is chosen goes into the address, and the page follows the address. */
export function ReportFilters({ type, bot, view, change }: ReportFiltersProps) {
  const { t } = useTranslation();
  const answer = useViewedReport(type, bot, view).data;
  const fitness = fitnessOf(view.period);
  const choosePeriod = (period: string) => {
    const fits = detailFor(period, view.detail) === view.detail;
    change({ period, detail: fits ? view.detail : undefined, details: undefined });
  };
  return (
    <div className={classes.filters}>
      <PeriodPresets period={view.period} onChange={choosePeriod} />
      <PeriodRange period={view.period} shown={answer?.period} onChange={choosePeriod} />
      {!isTimeless(type) && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('Reports.detail.label')}
            value={view.detail}
            onChange={(detail) => change({ detail, details: undefined })}
            data={details.map((detail) => ({
              value: detail,
              disabled: fitness[detail] !== 'fits',
              label: (
                <span title={fitness[detail] === 'fits' ? undefined : t(`Reports.detail.${fitness[detail]}`)}>
                  {t(`Reports.detail.${detail}`)}
                </span>
              ),
            }))}
          />
          <ComparisonChoice value={view.compare} onChange={(compare) => change({ compare })} />
        </>
      )}
    </div>
  );
}
