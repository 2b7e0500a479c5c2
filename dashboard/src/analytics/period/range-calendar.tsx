import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { DatePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './period-range.module.css';

type Days = [string | null, string | null];

interface RangeCalendarProps {
  range: { from: string; to: string } | undefined;
  /** The last day that may be chosen, `YYYY-MM-DD`. */
  last: string | undefined;
  onChange(range: { from: string; to: string }): void;
}

/** Two clicks on a calendar: the first day and the last. */
export function RangeCalendar({ range, last, onChange }: RangeCalendarProps) {
  const { t, i18n } = useTranslation();
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  // Between the first and the second click there is half a range, which the address cannot hold.
  const [days, setDays] = useState<Days>([range?.from ?? null, range?.to ?? null]);
  return (
    <DatePicker
      type="range"
      className={classes.calendar}
      size={phone ? 'md' : 'sm'}
      value={days}
      onChange={(newDays) => {
        setDays(newDays);
        const [from, to] = newDays;
        if (from && to) onChange({ from, to });
      }}
      defaultDate={range?.from}
      maxDate={last}
      allowSingleDateInRange
      locale={i18n.language}
      firstDayOfWeek={1}
      weekendDays={[]}
      numberOfColumns={phone ? 1 : 2}
      columnsToScroll={1}
      ariaLabels={t('Reports.calendar', { returnObjects: true })}
    />
  );
}
