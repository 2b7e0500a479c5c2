import type { Days } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { SelectChoice } from '../../ui/select-choice.tsx';
import type { CommonView } from '../question/common-view.ts';
import { daysFrom, todayIn } from './period.ts';
import { PeriodRange } from './period-range.tsx';

interface ComparisonChoiceProps {
  view: CommonView;
  timeZone: string | undefined;
  /** Day of the bot's first event. */
  since: string | undefined;
  change(parts: Record<'compare' | 'compare_period', string | undefined>): void;
}

/** Choice of the comparison. A custom one begins with the period before, and gets a button for its dates. */
export function ComparisonChoice({ view, timeZone, since, change }: ComparisonChoiceProps) {
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
