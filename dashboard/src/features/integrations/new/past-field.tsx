import { type ProviderId, providerDescriptors } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Section } from '../../../ui/section.tsx';
import { providerTexts } from '../shared/provider-texts.ts';

/** Periods of the past that may be sent, days. */
const choices = [1, 3, 7, 30, 90] as const;
const hourSeconds = 3_600;

interface PastFieldProps {
  provider: ProviderId;
  days: number;
  onChange(days: number): void;
}

/** Whether events of past days are sent as well; those that the provider would not take cannot be chosen. */
export function PastField({ provider, days, onChange }: PastFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { maxAgeHours } = providerDescriptors[provider];
  const limit =
    maxAgeHours === null
      ? ''
      : t('IntegrationForm.past.tooOld', {
          name: providerTexts(t, provider).name,
          duration: format.duration(maxAgeHours * hourSeconds),
        });
  return (
    <Section title={t('IntegrationForm.past.title')}>
      <p>
        {t('IntegrationForm.past.text')} {limit}
      </p>
      <NativeSelect
        maw={320}
        label={t('IntegrationForm.past.label')}
        value={String(days)}
        data={[
          { value: '0', label: t('IntegrationForm.past.none') },
          ...choices.map((count) => ({
            value: String(count),
            label: t('IntegrationForm.past.days', { count }),
            disabled: maxAgeHours !== null && count * 24 > maxAgeHours,
          })),
        ]}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </Section>
  );
}
