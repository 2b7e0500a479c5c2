import { formatFilter, parseFilter, type ReportTable } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isComparable } from '../../charts/prepare/known-since.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import type { AnswerProps } from '../answers/answer-props.ts';
import { EmptyAnswer } from '../answers/empty-answer.tsx';
import { PrintNote } from '../answers/print-note.tsx';
import { downloadText } from '../export/download.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { narrowTo } from '../filter/edit-filter.ts';
import { nameDimension } from '../filter/filter-words.ts';
import { nameCurrency } from '../labels/name-value.ts';
import { useLabels } from '../labels/use-labels.ts';
import { beforeKey } from '../period/before-key.ts';
import classes from '../report-body.module.css';
import { columnName } from './column-name.ts';
import { dimensionOf } from './row-dimension.ts';
import { TableHeadline } from './table-headline.tsx';
import { prepareValueCsv } from './value-csv.ts';
import { ValueGrid } from './value-grid.tsx';
import { nextSort, prepareValueTable, sortOf } from './value-table.ts';

/** A table report: a row per source, parameter or target. */
export function TableAnswer(props: AnswerProps) {
  const { type, bot, title, view, change, report, height, openPeople } = props;
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const labelOf = useLabels(type, { ...report, parameter: view.parameter || undefined });
  const answer = report.table ?? nothing;
  const table = prepareValueTable(answer, {
    // Of a time before the first data nothing is known.
    compare: view.compare === null || !isComparable(report) ? undefined : report.compare?.table,
    sort: sortOf(type, view.sort),
    locale,
    columnLabel: ({ name, currency }) =>
      currency === undefined ? columnName(name, t) : nameCurrency(currency, t, locale),
    rowLabel: ({ name, others }) =>
      others === undefined
        ? labelOf({ name, unit: '' })
        : t('Reports.table.othersOf', { number: formatValue(others, 'users', locale) }),
  });
  const isEmpty = answer.rows.every((row) => row.values.every((value) => value === null || value === 0));
  const dimension = dimensionOf(report, view.parameter);
  const nameOfRows = dimension === null ? t('Reports.table.target') : nameDimension(dimension, t);
  const words = { name: nameOfRows, total: t('Reports.table.total') };
  const save = () =>
    downloadText(`${type}_${report.period.from}_${report.period.to}.csv`, prepareValueCsv(table, words));
  const narrow = (value: string) => {
    if (dimension === null) return;
    const narrowed = narrowTo(parseFilter(view.filter) ?? [], dimension, value);
    change({ filter: formatFilter(narrowed) || undefined });
  };
  return (
    <section className={classes.panel} aria-label={title}>
      <Flex rowGap={8} columnGap={16} wrap="wrap" align="flex-start" justify="space-between" mb={12}>
        <TableHeadline report={report} table={answer} />
        {!isEmpty && (
          <div className={classes.tools}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
              aria-label={t('Reports.csv.label')}
              onClick={save}
            >
              {t('Reports.csv.button')}
            </Button>
            <ExportMenu name="" bot={bot} picture={null} />
          </div>
        )}
      </Flex>
      <PrintNote type={type} view={view} report={report} />
      {isEmpty ? (
        <EmptyAnswer type={type} bot={bot} view={view} change={change} minHeight={height} />
      ) : (
        <ValueGrid
          table={table}
          words={{
            ...words,
            before: t(beforeKey(view.compare)),
          }}
          onSort={(id) => change({ sort: nextSort(id, table.sorted) }, { replace: true })}
          onNarrow={dimension === null ? undefined : narrow}
          onOpen={openPeople}
        />
      )}
    </section>
  );
}

const nothing: ReportTable = { columns: [], rows: [], totals: [] };
