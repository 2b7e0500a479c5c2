import type { Conversion } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Dim, Under } from '../../../../ui/words.tsx';
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

/** The conversions one by one; on a phone two lines for each. */
export function ConversionTable({ lines, labels, stale }: ConversionTableProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Conversion>[] = [
    {
      id: 'time',
      name: t('Conversions.columns.time'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{format.moment(at)}</time>,
    },
    {
      id: 'target',
      name: t('Conversions.columns.target'),
      cell: ({ target_id }) => targetName(t, target_id, labels[target_id] ?? String(target_id)),
    },
    {
      id: 'user',
      name: t('Conversions.columns.user'),
      cell: ({ first_name, username, user_id }) => (
        <span>
          <span className={classes.user}>{first_name || t('Conversions.nameless')}</span>
          <Under>{username ? `@${username}` : user_id}</Under>
        </span>
      ),
    },
    {
      id: 'value',
      name: t('Conversions.columns.value'),
      align: 'end',
      isEmpty: ({ amount }) => amount === null,
      cell: ({ amount, currency }) =>
        amount === null ? (
          <Dim>—</Dim>
        ) : (
          <span>
            {formatMoney(amount, currency, i18n.language)}
            {amount < 0 && <Under>{t('Conversions.refund')}</Under>}
          </span>
        ),
    },
    {
      id: 'source',
      name: t('Conversions.columns.source'),
      cell: ({ source }) => (source === '' ? <Dim>{t('Reports.direct')}</Dim> : source),
    },
  ];
  const keys = new Map(withKeys(lines).map(([key, line]) => [line, key]));
  return (
    <DataTable
      label={t('Conversions.title')}
      className={classes.brief}
      columns={columns}
      rows={lines}
      rowId={(line, index) => keys.get(line) ?? String(index)}
      isStale={stale}
    />
  );
}
