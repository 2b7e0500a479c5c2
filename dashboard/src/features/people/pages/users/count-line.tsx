import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import classes from './users.module.css';

interface CountLineProps {
  query: Pick<UseQueryResult<{ count: number; total: number }>, 'data' | 'error' | 'isPlaceholderData'>;
  narrowed: boolean;
}

/** "48,213 of 1,002,311 users". The table does not wait for it. */
export function CountLine({ query, narrowed }: CountLineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, isPlaceholderData } = query;
  const totals = data && !isPlaceholderData ? data : null;
  return (
    <p className={classes.count} role="status">
      {totals && narrowed
        ? t('People.count.of', {
            count: totals.total,
            found: format.number(totals.count),
            total: format.number(totals.total),
          })
        : totals
          ? t('People.count.all', { count: totals.total, total: format.number(totals.total) })
          : t(error ? 'People.count.failed' : 'People.count.counting')}
    </p>
  );
}
