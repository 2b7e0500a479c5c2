import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocalTime, parseLocalTime } from '../../../data/zoned-time.ts';

interface MomentFieldProps {
  label: string;
  /** ISO 8601. */
  value: string;
  timeZone: string;
  onChange(value: string): void;
}

/** A date and a time of day in a time zone that is named. What is half typed changes nothing yet. */
export function MomentField({ label, value, timeZone, onChange }: MomentFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={t('CampaignEditor.sending.zone', { zone: timeZone })}
      value={text ?? formatLocalTime(value, timeZone)}
      error={Date.parse(value) < Date.now() ? t('General.ErrorsText.DateInPast') : undefined}
      onChange={({ currentTarget: { value: localTime } }) => {
        setText(localTime);
        const moment = parseLocalTime(localTime, timeZone);
        if (moment !== null) onChange(moment);
      }}
      onBlur={() => setText(null)}
    />
  );
}
