import { useTranslation } from 'react-i18next';
import classes from './comparison-choice.module.css';
import type { Comparison } from './report-search.ts';

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
    <select
      className={classes.select}
      aria-label={t('Reports.compare.label')}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      <option value="">{t('Reports.compare.none')}</option>
      <option value="previous">{t('Reports.compare.previous')}</option>
      <option value="year">{t('Reports.compare.year')}</option>
    </select>
  );
}
