import { Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameDimension } from '../../../analytics/filter/filter-words.ts';
import { nameCurrency } from '../../../analytics/labels/name-value.ts';
import { useLabels } from '../../../analytics/labels/use-labels.ts';
import { beforeKey } from '../../../analytics/period/before-key.ts';
import classes from '../../../analytics/report-body.module.css';
import { columnName } from '../../../analytics/table/column-name.ts';
import { dimensionOf } from '../../../analytics/table/row-dimension.ts';
import { TableHeadline } from '../../../analytics/table/table-headline.tsx';
import { ValueGrid } from '../../../analytics/table/value-grid.tsx';
import { nextSort, prepareValueTable, sortOf } from '../../../analytics/table/value-table.ts';
import { isComparable } from '../../../charts/prepare/known-since.ts';
import { formatValue } from '../../../charts/prepare/units.ts';
import type { SharedAnswerProps } from './shared-answer-props.ts';
import { SharedEmpty } from './shared-empty.tsx';

/** A row per source, parameter or target. Headings sort, for that shows nothing more. */
export function SharedTable({ type, report, title, view }: SharedAnswerProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const labelOf = useLabels(type, { ...report, parameter: view.parameter || undefined });
  const [sort, setSort] = useState(sortOf(type, view.sort));
  const answer = report.table;
  if (!answer?.rows.some((row) => row.values.some((value) => value !== null && value !== 0))) {
    return <SharedEmpty title={title} minHeight={340} />;
  }
  const table = prepareValueTable(answer, {
    // Of a time before the first data nothing is known.
    compare: view.compare === null || !isComparable(report) ? undefined : report.compare?.table,
    sort,
    locale,
    columnLabel: ({ name, currency }) =>
      currency === undefined ? columnName(name, t) : nameCurrency(currency, t, locale),
    rowLabel: ({ name, others }) =>
      others === undefined
        ? labelOf({ name, unit: '' })
        : t('Reports.table.othersOf', { number: formatValue(others, 'users', locale) }),
  });
  const dimension = dimensionOf(report, view.parameter);
  return (
    <section className={classes.panel} aria-label={title}>
      <Flex rowGap={8} columnGap={16} wrap="wrap" align="flex-start" justify="space-between" mb={12}>
        <TableHeadline report={report} table={answer} />
      </Flex>
      <ValueGrid
        table={table}
        words={{
          name: dimension === null ? t('Reports.table.target') : nameDimension(dimension, t),
          total: t('Reports.table.total'),
          before: t(beforeKey(view.compare)),
        }}
        onSort={(id) => setSort(sortOf(type, nextSort(id, table.sorted) ?? ''))}
        onNarrow={undefined}
        onOpen={undefined}
      />
    </section>
  );
}
