import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitDelay } from '../../../shared/use-automation-text.ts';
import classes from '../editor.module.css';

const unitMinutes = { minutes: 1, hours: 60, days: 1_440 } as const;
const units = ['minutes', 'hours', 'days'] as const;

interface DelayFieldProps {
  minutes: number;
  most: number;
  onChange(minutes: number): void;
}

/** A number and its unit. */
export function DelayField({ minutes, most, onChange }: DelayFieldProps) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState(minutes === 0 ? 'hours' : splitDelay(minutes).unit);
  const length = minutes / unitMinutes[unit];
  return (
    <div className={classes.row}>
      <NumberInput
        w={{ base: '100%', xs: 200 }}
        label={t('Automations.sending.delay')}
        description={t('Automations.sending.delayText')}
        min={0}
        max={Math.floor(most / unitMinutes[unit])}
        allowDecimal={false}
        clampBehavior="strict"
        value={length}
        onChange={(value) => typeof value === 'number' && onChange(value * unitMinutes[unit])}
      />
      <NativeSelect
        aria-label={t('Automations.sending.unit')}
        value={unit}
        data={units.map((value) => ({ value, label: t(`Automations.sending.units.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const next = units.find((each) => each === value) ?? unit;
          setUnit(next);
          onChange(Math.min(most, length * unitMinutes[next]));
        }}
      />
    </div>
  );
}
