import { periodPresets } from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asPreset } from './period.ts';

/** Today, 7, 30 or 90 days. None is marked while other dates are on show. */
export function PeriodPresets({ period, onChange }: { period: string; onChange(period: string): void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('Reports.period.label')}
      value={asPreset(period) ?? ''}
      onChange={onChange}
      data={periodPresets.map((preset) => ({ value: preset, label: t(`Reports.period.${preset}`) }))}
    />
  );
}
