import { useTranslation } from 'react-i18next';
import type { Comparison } from './report-search.ts';
import { SelectChoice } from './select-choice.tsx';

/** What the period is compared with. */
export function ComparisonChoice({
  value,
  onChange,
}: {
  value: Comparison | null;
  onChange(value: string | undefined): void;
}) {
  const { t } = useTranslation();
  return (
    <SelectChoice
      label={t('Reports.comparison.label')}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen || undefined)}
      options={[
        { value: '', label: t('Reports.comparison.none') },
        { value: 'previous', label: t('Reports.comparison.previous') },
        { value: 'year', label: t('Reports.comparison.year') },
      ]}
    />
  );
}
