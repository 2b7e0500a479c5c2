import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { DatePickerInput } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rangeOf } from '../../charts/report/period.ts';
import classes from './report-filters.module.css';

type Days = [string | null, string | null];

/** Any first and last day. Until one is chosen it tells the days that a preset stands for; on phones it opens as a dialog. */
export function PeriodRange({
  period,
  shown,
  onChange,
}: {
  period: string;
  /** Days of the answer on show. */
  shown: { from: string; to: string } | undefined;
  onChange(period: string): void;
}) {
  const { t, i18n } = useTranslation();
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  // Between the first and the second click there is half a range, which the address cannot hold.
  const [half, setHalf] = useState<Days | null>(null);
  const range = rangeOf(period) ?? shown;
  const value: Days = half ?? [range?.from ?? null, range?.to ?? null];
  return (
    <DatePickerInput
      type="range"
      size="xs"
      className={classes.range}
      aria-label={t('Reports.period.rangeLabel')}
      placeholder={t('Reports.period.range')}
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={value}
      onChange={(days) => {
        const [from, to] = days;
        setHalf(from && !to ? days : null);
        if (from && to) onChange(`${from}..${to}`);
      }}
      onDropdownClose={() => setHalf(null)}
      allowSingleDateInRange
      locale={i18n.language}
      firstDayOfWeek={1}
      valueFormat="D MMM YYYY"
      dropdownType={phone ? 'modal' : 'popover'}
      modalProps={{
        title: t('Reports.period.rangeLabel'),
        closeButtonProps: { 'aria-label': t('General.Close') },
      }}
      ariaLabels={t('Reports.calendar', { returnObjects: true })}
    />
  );
}
