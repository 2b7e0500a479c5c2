import { Box, CloseButton, Flex } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import { asWord, daysFrom, parseRange, todayIn } from './period.ts';
import classes from './period-range.module.css';

const PeriodPanel = lazy(async () => ({ default: (await import('./period-panel.tsx')).PeriodPanel }));

interface PeriodRangeProps {
  period: string;
  /** Time zone of the answer on show, which may still be that to the question before. */
  timeZone: string | undefined;
  /** Day of the bot's first event, with which all time begins. */
  since?: string | undefined;
  /** Purpose of the dates, where they are not those of the page. */
  label?: string;
  onChange(period: string): void;
}

/** Any first and last day, or a month or year of the calendar. The button shows the chosen days. */
export function PeriodRange({ period, timeZone, since, label, onChange }: PeriodRangeProps) {
  const { t, i18n } = useTranslation();
  const today = timeZone && todayIn(timeZone);
  const range = today ? (daysFrom(period, today, since) ?? undefined) : (parseRange(period) ?? undefined);
  const word = asWord(period);
  const name = word ? t(`Reports.range.words.${word}`) : range && nameRange(range, i18n.language);
  const title = label ?? t('Reports.range.label');
  return (
    <PopoverPanel
      look="button"
      label={title}
      onPhone="dialog"
      button={
        <>
          <IconCalendar size={16} aria-hidden />
          <Box component="span" style={{ whiteSpace: 'nowrap' }}>
            {name ?? t('Reports.range.button')}
          </Box>
        </>
      }
    >
      {(close) => (
        <div className={classes.place}>
          <Flex align="center" justify="space-between" mb={8}>
            <Box component="span" fw={600}>
              {title}
            </Box>
            <CloseButton className={classes.close} size="md" aria-label={t('General.Close')} onClick={close} />
          </Flex>
          <PeriodPanel
            word={word}
            range={range}
            today={today ?? todayIn()}
            onChange={(newRange) => {
              close();
              onChange(newRange);
            }}
          />
        </div>
      )}
    </PopoverPanel>
  );
}
