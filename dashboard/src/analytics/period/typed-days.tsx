import type { Days } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDay } from './parse-day.ts';
import classes from './period-range.module.css';

interface TypedDaysProps {
  range: Days | undefined;
  today: string;
  onChange(range: Days): void;
}

type Problem = 'wrong' | 'future' | 'order';

/** Two fields for people who type faster than they click. */
export function TypedDays({ range, today, onChange }: TypedDaysProps) {
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
