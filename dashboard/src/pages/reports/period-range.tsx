import { CloseButton } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { DropPanel } from '../../charts/report/drop-panel.tsx';
import { daysFrom, rangeOf } from '../../charts/report/period.ts';
import classes from './period-range.module.css';

const RangeCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).RangeCalendar }));

interface PeriodRangeProps {
  period: string;
  /** Time zone of the answer on show, which may still be that to the question before. */
  timeZone: string | undefined;
  onChange(period: string): void;
}

/** Any first and last day. The button tells the days that are asked about, also those that a preset stands for. */
export function PeriodRange({ period, timeZone, onChange }: PeriodRangeProps) {
  const { t, i18n } = useTranslation();
  const today = timeZone && todayIn(timeZone);
  const range = today ? (daysFrom(period, today) ?? undefined) : (rangeOf(period) ?? undefined);
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
            last={today}
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
