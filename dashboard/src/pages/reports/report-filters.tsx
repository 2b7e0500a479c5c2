import { type Detail, details, type ReportType } from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { detailFor, fitnessOf } from '../../charts/report/period.ts';
import { PeriodPresets } from '../../charts/report/period-presets.tsx';
import type { ChangeAddress } from '../../charts/report/use-address.ts';
import { isTimeless, shapeOf, useViewedReport } from './ask-report.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { ComparisonChoice } from './period/comparison-choice.tsx';
import { PeriodRange } from './period/period-range.tsx';
import classes from './report-filters.module.css';
import { ReportQuestions } from './report-questions.tsx';
import type { ReportView } from './report-search.ts';

interface ReportFiltersProps {
  type: ReportType;
  bot: string;
  view: ReportView;
  change: ChangeAddress;
}

/** Everything that the page can be asked: what is chosen goes into the address, and the page follows the address. */
export function ReportFilters({ type, bot, view, change }: ReportFiltersProps) {
  const { t } = useTranslation();
  const answer = useViewedReport(type, bot, view).data;
  const { from, to, time_zone: timeZone } = answer?.period ?? {};
  const since = answer?.data_since;
  // Of all time only the answer knows how long it is.
  const fitness = fitnessOf(view.period === 'all' && from && to ? `${from}..${to}` : view.period);
  const shown = view.choseDetail ? view.detail : (answer?.detail ?? view.detail);
  const shape = shapeOf(type);
  const choosePeriod = (period: string) => {
    const fits = detailFor(period, view.detail) === view.detail;
    change({ period, detail: fits ? view.detail : undefined, details: undefined });
  };
  // People who were new in one hour are not followed.
  const offered: readonly Detail[] = shape === 'cohorts' ? details.filter((detail) => detail !== 'hour') : details;
  return (
    <div className={classes.rows}>
      <div className={classes.filters}>
        <PeriodPresets period={view.period} onChange={choosePeriod} />
        <PeriodRange period={view.period} timeZone={timeZone} since={since} onChange={choosePeriod} />
        {shape !== 'table' && !isTimeless(type) && (
          <SegmentedControl
            size="xs"
            aria-label={t('Reports.detail.label')}
            value={offered.includes(shown) ? shown : 'day'}
            onChange={(detail) => change({ detail, details: undefined })}
            data={offered.map((detail) => ({
              value: detail,
              disabled: fitness[detail] !== 'fits',
              label: (
                <span title={fitness[detail] === 'fits' ? undefined : t(`Reports.detail.${fitness[detail]}`)}>
                  {t(`Reports.detail.${detail}`)}
                </span>
              ),
            }))}
          />
        )}
        {shape !== 'cohorts' && !isTimeless(type) && (
          <ComparisonChoice view={view} timeZone={timeZone} since={since} change={change} />
        )}
      </div>
      <div className={classes.filters}>
        <FilterBar bot={bot} filter={view.filter} onChange={(filter) => change({ filter })} />
        <ReportQuestions type={type} bot={bot} view={view} report={answer} change={change} />
      </div>
    </div>
  );
}
