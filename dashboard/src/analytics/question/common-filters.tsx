import { type Days, type Detail, details, type Report } from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectChoice } from '../../ui/select-choice.tsx';
import { FilterBar } from '../filter/filter-bar.tsx';
import rows from '../filter/filter-rows.module.css';
import { daysFrom, detailFor, rateDetails, todayIn } from '../period/period.ts';
import { PeriodPresets } from '../period/period-presets.tsx';
import { PeriodRange } from '../period/period-range.tsx';
import type { CommonView } from './common-view.ts';
import type { ChangeAddress } from './use-address.ts';

interface CommonFiltersProps {
  bot: string;
  view: CommonView;
  /** The answer on show, which may still be that to the question before; undefined until the first one is there. */
  answer: Pick<Report, 'period' | 'detail' | 'data_since'> | undefined;
  /** Details to choose from; none where the page has no course in time. */
  offered?: readonly Detail[];
  compares: boolean;
  /** False where no users stand behind the numbers: then nothing else is asked of them either. */
  filters?: boolean;
  change: ChangeAddress;
  /** Choices that only some pages have, beside the filter. */
  children: ReactNode;
}

/** Choices that Home and the reports share: period, detail, comparison, filter. Each goes into the address at once. */
export function CommonFilters({
  bot,
  view,
  answer,
  offered = details,
  compares,
  filters = true,
  change,
  children,
}: CommonFiltersProps) {
  const { t } = useTranslation();
  const { from, to, time_zone: timeZone } = answer?.period ?? {};
  const since = answer?.data_since;
  // The length of all time is known only from the answer.
  const fitness = rateDetails(view.period === 'all' && from && to ? `${from}..${to}` : view.period);
  const shownDetail = view.choseDetail ? view.detail : (answer?.detail ?? view.detail);
  const choosePeriod = (period: string) => {
    const fits = view.choseDetail && detailFor(period, view.detail) === view.detail;
    change({ period, detail: fits ? view.detail : undefined, details: undefined });
  };
  return (
    <div className={rows.rows} data-print="hide">
      <div className={rows.filters}>
        <PeriodPresets period={view.period} onChange={choosePeriod} />
        <PeriodRange period={view.period} timeZone={timeZone} since={since} onChange={choosePeriod} />
        {offered.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label={t('Reports.detail.label')}
            value={offered.includes(shownDetail) ? shownDetail : 'day'}
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
        {compares && <ComparisonChoice view={view} timeZone={timeZone} since={since} change={change} />}
      </div>
      {filters && (
        <div className={rows.filters}>
          <FilterBar bot={bot} filter={view.filter} onChange={(filter) => change({ filter })} />
          {children}
        </div>
      )}
    </div>
  );
}

interface ComparisonChoiceProps {
  view: CommonView;
  timeZone: string | undefined;
  /** Day of the bot's first event. */
  since: string | undefined;
  change(parts: Record<'compare' | 'compare_period', string | undefined>): void;
}

/** Choice of the comparison. A custom one begins with the period before, and gets a button for its dates. */
function ComparisonChoice({ view, timeZone, since, change }: ComparisonChoiceProps) {
  const { t } = useTranslation();
  const choose = (compare: string) => {
    const now = daysFrom(view.period, todayIn(timeZone), since);
    change({
      compare: compare || undefined,
      compare_period: compare === 'custom' && now ? before(now) : undefined,
    });
  };
  return (
    <>
      <SelectChoice
        label={t('Reports.comparison.label')}
        value={view.compare ?? ''}
        onChange={choose}
        options={[
          { value: '', label: t('Reports.comparison.none') },
          { value: 'previous', label: t('Reports.comparison.previous') },
          { value: 'year', label: t('Reports.comparison.year') },
          { value: 'custom', label: t('Reports.comparison.custom') },
        ]}
      />
      {view.compare === 'custom' && (
        <PeriodRange
          period={view.comparePeriod}
          timeZone={timeZone}
          since={since}
          label={t('Reports.comparison.dates')}
          onChange={(period) => change({ compare: 'custom', compare_period: period })}
        />
      )}
    </>
  );
}

/** As many days, just before. */
function before({ from, to }: Days): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const dayMs = 86_400_000;
  return `${day(first - (last - first) - dayMs)}..${day(first - dayMs)}`;
}
