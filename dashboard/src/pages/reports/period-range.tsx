import { CloseButton } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { DropPanel } from '../../charts/report/drop-panel.tsx';
import { rangeOf } from '../../charts/report/period.ts';
import classes from './period-range.module.css';

const RangeCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).RangeCalendar }));

interface PeriodRangeProps {
  period: string;
  /** Days of the answer on show, in its time zone. */
  shown: { from: string; to: string; time_zone: string } | undefined;
  onChange(period: string): void;
}

/** Any first and last day. The button tells the days on show, also those that a preset stands for. */
export function PeriodRange({ period, shown, onChange }: PeriodRangeProps) {
  const { t, i18n } = useTranslation();
  const range = rangeOf(period) ?? shown;
  const name = range ? nameRange(range, i18n.language) : t('Reports.range.button');
  return (
    <DropPanel
      label={t('Reports.range.label')}
      dialogOnPhone
      button={
        <>
          <IconCalendar size={16} aria-hidden />
          {name}
        </>
      }
    >
      {(close) => (
        <div className={classes.place}>
          <div className={classes.head}>
            <span className={classes.title}>{t('Reports.range.label')}</span>
            <CloseButton className={classes.close} size="md" aria-label={t('General.Close')} onClick={close} />
          </div>
          <RangeCalendar
            range={range}
            last={shown && todayIn(shown.time_zone)}
            onChange={({ from, to }) => {
              close();
              onChange(`${from}..${to}`);
            }}
          />
        </div>
      )}
    </DropPanel>
  );
}

/** The calendar day that it is now in a zone, `YYYY-MM-DD`: the form of the Swedish locale. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
