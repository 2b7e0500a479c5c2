import { type Dimension, formatFilter, parseFilter, type Report, type ReportTable } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { computeChange } from '../../charts/prepare/change.ts';
import { isComparable } from '../../charts/prepare/known-since.ts';
import { asUnit, formatValue } from '../../charts/prepare/units.ts';
import { saveCsv } from '../../ui/save-file.ts';
import { AnswerPanel } from '../answers/answer-panel.tsx';
import type { AnswerProps } from '../answers/answer-props.ts';
import { writeCount } from '../answers/count-words.ts';
import { PrintNote } from '../answers/print-note.tsx';
import { ReportHeadline } from '../answers/report-headline.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { narrowTo } from '../filter/edit-filter.ts';
import { nameDimension } from '../filter/filter-words.ts';
import { nameCurrency } from '../labels/name-value.ts';
import { useLabels } from '../labels/use-labels.ts';
import { beforeKey } from '../period/before-key.ts';
import { columnName } from './column-name.ts';
import { prepareValueCsv } from './value-csv.ts';
import { ValueGrid } from './value-grid.tsx';
import { nextSort, prepareValueTable, selectSort } from './value-table.ts';

/** A table report: a row per source, parameter or target. */
export function TableAnswer({ type, title, view, report, empty, tools }: AnswerProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  // Readers of a share link sort what is in front of them; the address of a report keeps its order.
  const [readerSort, setReaderSort] = useState(view.sort);
  const labelOf = useLabels(type, { ...report, parameter: view.parameter || undefined });
  const answer = report.table ?? nothing;
  const table = prepareValueTable(answer, {
    // A comparison period that begins before the first data has no values.
    compare: view.compare === null || !isComparable(report) ? undefined : report.compare?.table,
    sort: selectSort(type, tools ? view.sort : readerSort),
    locale,
    columnLabel: ({ name, currency }) =>
      currency === undefined ? columnName(name, t) : nameCurrency(currency, t, locale),
    rowLabel: ({ name, others }) =>
      others === undefined
        ? labelOf({ name, unit: '' })
        : t('Reports.table.othersOf', { number: formatValue(others, 'users', locale) }),
  });
  const isEmpty = answer.rows.every((row) => row.values.every((value) => value === null || value === 0));
  const dimension = selectDimension(report, view.parameter);
  const plainName = type === 'site_page' ? 'page' : 'target';
  const nameOfRows = dimension === null ? t(`Reports.table.${plainName}`) : nameDimension(dimension, t);
  const words = { name: nameOfRows, total: t('Reports.table.total') };
  const save = () => saveCsv(`${type}_${report.period.from}_${report.period.to}.csv`, prepareValueCsv(table, words));
  const sort = (id: string) => {
    const newSort = nextSort(id, table.sorting);
    if (tools) tools.change({ sort: newSort }, { replace: true });
    else setReaderSort(newSort ?? '');
  };
  const narrow = (value: string) => {
    if (dimension === null) return;
    const narrowed = narrowTo(parseFilter(view.filter) ?? [], dimension, value);
    tools?.change({ filter: formatFilter(narrowed) || undefined });
  };
  return (
    <AnswerPanel
      title={title}
      headline={<TableHeadline report={report} table={answer} />}
      tools={
        tools &&
        !isEmpty && (
          <>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
              aria-label={t('Reports.csv.label')}
              onClick={save}
            >
              {t('Reports.csv.button')}
            </Button>
            <ExportMenu name="" bot={tools.bot} picture={null} />
          </>
        )
      }
    >
      {tools && <PrintNote type={type} view={view} report={report} />}
      {isEmpty ? (
        empty
      ) : (
        <ValueGrid
          table={table}
          words={{ ...words, before: t(beforeKey(view.compare)) }}
          onSort={sort}
          onNarrow={tools && dimension !== null ? narrow : undefined}
          onOpen={tools?.openUsers}
        />
      )}
    </AnswerPanel>
  );
}

const nothing: ReportTable = { columns: [], rows: [], totals: [] };

/** Returns the dimension of the rows, as a filter names it; null where they are no values of users. */
function selectDimension(report: Pick<Report, 'parameter'>, parameter: string): Dimension | null {
  if (report.parameter === undefined) return null;
  return parameter === '' ? 'source' : `param.${parameter}`;
}

/** The first column's total: what the report is about. */
function TableHeadline({ report, table }: { report: Report; table: ReportTable }) {
  const { t, i18n } = useTranslation();
  const column = table.columns[0];
  const total = table.totals[0] ?? null;
  if (!column || total === null) return <ReportHeadline number={null} change={null} report={report} />;
  const unit = asUnit(column.unit);
  const before = isComparable(report) ? (report.compare?.table?.totals[0] ?? null) : null;
  return (
    <ReportHeadline
      number={writeCount(total, formatValue(total, unit, i18n.language, column.currency), unit, t)}
      change={computeChange(total, before, unit)}
      report={report}
    />
  );
}
