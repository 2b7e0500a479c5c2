import type { Conversion } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import table from '../../../../ui/card-table.module.css';
import { targetName } from '../../shared/target-words.ts';
import classes from './conversion-page.module.css';
import { withKeys } from './conversions-data.ts';

interface ConversionTableProps {
  lines: readonly Conversion[];
  /** Names of targets by id. */
  labels: Readonly<Record<string, string>>;
  /** The answer to another choice is on its way. */
  stale: boolean;
}

/** The conversions one by one: a table on a wide screen, cards on a phone. */
export function ConversionTable({ lines, labels, stale }: ConversionTableProps) {
  const { t } = useTranslation();
  return (
    <div className={table.frame} data-stale={stale || undefined}>
      <table className={`${table.table} ${classes.brief}`} aria-label={t('Conversions.title')}>
        <thead>
          <tr>
            <th scope="col">{t('Conversions.columns.time')}</th>
            <th scope="col">{t('Conversions.columns.target')}</th>
            <th scope="col">{t('Conversions.columns.person')}</th>
            <th scope="col" className={table.number}>
              {t('Conversions.columns.value')}
            </th>
            <th scope="col">{t('Conversions.columns.source')}</th>
          </tr>
        </thead>
        <tbody>
          {withKeys(lines).map(([key, line]) => (
            <Row key={key} line={line} labels={labels} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ line, labels }: { line: Conversion; labels: ConversionTableProps['labels'] }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { at, target_id, user_id, first_name, username, amount, currency, source } = line;
  return (
    <tr>
      <td className={table.short} data-label={t('Conversions.columns.time')}>
        <time dateTime={at}>{format.moment(at)}</time>
      </td>
      <td data-label={t('Conversions.columns.target')}>
        {targetName(t, target_id, labels[target_id] ?? String(target_id))}
      </td>
      <td data-label={t('Conversions.columns.person')}>
        <span>
          <span className={classes.person}>{first_name || t('Conversions.nameless')}</span>
          <span className={table.under}>{username ? `@${username}` : user_id}</span>
        </span>
      </td>
      <td
        className={table.number}
        data-label={t('Conversions.columns.value')}
        data-empty={amount === null || undefined}
      >
        {amount === null ? (
          <span className={table.dim}>—</span>
        ) : (
          <span>
            {formatMoney(amount, currency, i18n.language)}
            {amount < 0 && <span className={table.under}>{t('Conversions.refund')}</span>}
          </span>
        )}
      </td>
      <td data-label={t('Conversions.columns.source')}>
        {source === '' ? <span className={table.dim}>{t('Reports.direct')}</span> : source}
      </td>
    </tr>
  );
}
