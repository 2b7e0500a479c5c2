import { type Days, type PeriodWord, periodWords } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import classes from './period-range.module.css';
import { RangeCalendar } from './range-calendar.tsx';
import { TypedDays } from './typed-days.tsx';

interface PeriodPanelProps {
  word: PeriodWord | null;
  range: Days | undefined;
  /** The last day that may be chosen, `YYYY-MM-DD`. */
  today: string;
  /** A word, or `YYYY-MM-DD..YYYY-MM-DD`. */
  onChange(period: string): void;
}

/** Three ways to dates: months and years of the calendar, two typed days, two clicks. Fetched when someone opens it (20 kB). */
export function PeriodPanel({ word, range, today, onChange }: PeriodPanelProps) {
  const { t } = useTranslation();
  const choose = ({ from, to }: Days) => onChange(`${from}..${to}`);
  return (
    <div className={classes.ways}>
      <fieldset className={classes.words} aria-label={t('Reports.range.named')}>
        {periodWords.map((each) => (
          <button
            key={each}
            type="button"
            className={classes.word}
            aria-pressed={each === word}
            onClick={() => onChange(each)}
          >
            {t(`Reports.range.words.${each}`)}
          </button>
        ))}
      </fieldset>
      <div>
        <TypedDays range={range} today={today} onChange={choose} />
        <RangeCalendar range={range} last={today} onChange={choose} />
      </div>
    </div>
  );
}
