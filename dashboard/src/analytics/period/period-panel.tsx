import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { type Days, type PeriodWord, periodWords } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDay } from './parse-day.ts';
import classes from './period-range.module.css';

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

interface TypedDaysProps {
  range: Days | undefined;
  today: string;
  onChange(range: Days): void;
}

type Problem = 'wrong' | 'future' | 'order';

/** Two fields for users who type faster than they click. */
function TypedDays({ range, today, onChange }: TypedDaysProps) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(range?.from ?? '');
  const [to, setTo] = useState(range?.to ?? '');
  const [problems, setProblems] = useState<{ from?: Problem; to?: Problem }>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const days = { from: parseDay(from, today), to: parseDay(to, today) };
    const newProblems = validateDays(days, today);
    setProblems(newProblems);
    if (newProblems.from || newProblems.to) {
      const invalidField = event.currentTarget.elements.namedItem(newProblems.from ? 'from' : 'to');
      if (invalidField instanceof HTMLElement) invalidField.focus();
    } else if (days.from && days.to) {
      onChange({ from: days.from, to: days.to });
    }
  };
  return (
    <form className={classes.typed} onSubmit={submit} noValidate>
      <TextInput
        size="xs"
        name="from"
        label={t('Reports.range.from')}
        placeholder="1.10.2026"
        autoComplete="off"
        value={from}
        error={problems.from && t(`Reports.range.${problems.from}`)}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        name="to"
        label={t('Reports.range.to')}
        placeholder="1.10.2026"
        autoComplete="off"
        value={to}
        error={problems.to && t(`Reports.range.${problems.to}`)}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" className={classes.apply}>
        {t('Reports.range.apply')}
      </Button>
    </form>
  );
}

function validateDays({ from, to }: { from: string | null; to: string | null }, today: string) {
  const validateDay = (day: string | null): Problem | undefined => {
    if (day === null) return 'wrong';
    return day > today ? 'future' : undefined;
  };
  const dayProblems = { from: validateDay(from), to: validateDay(to) };
  if (from && to && !dayProblems.from && !dayProblems.to && to < from) dayProblems.to = 'order';
  return { ...(dayProblems.from ? { from: dayProblems.from } : {}), ...(dayProblems.to ? { to: dayProblems.to } : {}) };
}

type DayPair = [string | null, string | null];

interface RangeCalendarProps {
  range: { from: string; to: string } | undefined;
  /** The last day that may be chosen, `YYYY-MM-DD`. */
  last: string | undefined;
  onChange(range: { from: string; to: string }): void;
}

/** Two clicks on a calendar: the first day and the last. */
function RangeCalendar({ range, last, onChange }: RangeCalendarProps) {
  const { t, i18n } = useTranslation();
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  // Between the first and the second click there is half a range, which the address cannot hold.
  const [days, setDays] = useState<DayPair>([range?.from ?? null, range?.to ?? null]);
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
