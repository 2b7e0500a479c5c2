import type { Report, ReportType } from '@botscope/contract';
import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameBuckets } from '../../charts/prepare/buckets.ts';
import { prepareCsv } from '../../charts/prepare/csv.ts';
import type { NamedLine, PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import { prepareTable, type TableCell, type TableColumn, type TableRow } from '../../charts/prepare/table.ts';
import { saveCsv } from '../../ui/save-file.ts';
import type { CellTone, DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OpenButton } from '../../ui/table/open-button.tsx';
import { Dim } from '../../ui/words.tsx';
import { useScheme } from '../panel/use-scheme.ts';
import { beforeKey } from '../period/before-key.ts';
import type { Comparison } from '../question/common-view.ts';
import { isTimeless } from '../question/report-query.ts';
import type { CellRef } from '../users/cell-ref.ts';
import classes from './report-table.module.css';

interface ReportTableProps {
  type: ReportType;
  report: Report;
  lines: readonly PreparedLine[];
  compare: Comparison | null;
  labelOf(line: NamedLine): string;
  openUsers: ((cellRef: CellRef) => void) | undefined;
}

/**
 * The chart's numbers as a table and as a file. Remembered: a month of hours has thousands of cells, which a change of the
 * chart alone does not concern.
 */
export const ReportTable = memo(function ReportTable({
  type,
  report,
  lines,
  compare,
  labelOf,
  openUsers,
}: ReportTableProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const timeless = isTimeless(type);
  const names = nameBuckets(report.buckets, report.detail, report.period, locale);
  const before = t(beforeKey(compare));
  const table = prepareTable(lines, {
    type,
    buckets: report.buckets,
    names: names.long,
    incomplete: report.incomplete,
    compare: compare !== null,
    locale,
    labelOf,
    words: { before, change: t('Reports.comparison.change'), points: t('Reports.points') },
  });
  const renderCell = (cell: TableCell | undefined, { line }: TableColumn, bucket?: number): ReactNode => {
    if (!cell?.countable || !openUsers || line === null) return cell?.text;
    return (
      <OpenButton onClick={() => openUsers(bucket === undefined ? { line } : { bucket, line })}>{cell.text}</OpenButton>
    );
  };
  const columns: readonly DataColumn<TableRow>[] = [
    {
      id: 'period',
      name: timeless ? t('Home.hour') : t('Reports.table.period'),
      isRowName: true,
      cell: ({ name, unfinished }) => (
        <>
          {name}
          {unfinished && <Dim className={classes.unfinished}>{t('Reports.chart.unfinished')}</Dim>}
        </>
      ),
      footer: t('Reports.table.whole'),
    },
    ...table.columns.map(
      (column, index): DataColumn<TableRow> => ({
        id: column.id,
        name: column.label,
        align: 'end',
        heading: <ColumnHeading column={column} isMarked={lines.length > 1 && !timeless} />,
        cell: ({ cells }, bucket) => renderCell(cells[index], column, bucket),
        tone: ({ cells }) => toneOf(cells[index]),
        footer: renderCell(table.totals[index], column),
        footerTone: toneOf(table.totals[index]),
      }),
    ),
  ];
  const save = () => {
    const earlier = compare !== null ? report.compare : undefined;
    const csv = prepareCsv(lines, {
      starts: names.plain,
      beforeStarts: earlier ? nameBuckets(earlier.buckets, report.detail, earlier.period, locale).plain : null,
      labelOf,
      words: {
        start: timeless ? t('Home.hour') : t('Reports.csv.start'),
        beforeStart: t('Reports.csv.beforeStart'),
        before,
        total: t('Reports.table.whole'),
      },
    });
    saveCsv(`${type}_${report.period.from}_${report.period.to}.csv`, csv);
  };
  return (
    <section className={classes.panel} aria-label={t('Reports.table.title')}>
      <div className={classes.head}>
        <Box component="h2" fz="md" fw={600}>
          {t('Reports.table.title')}
        </Box>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t('Reports.csv.label')}
          onClick={save}
        >
          {t('Reports.csv.button')}
        </Button>
      </div>
      <DataTable
        look="sheet"
        className={classes.sheet}
        label={t('Reports.table.caption')}
        note={openUsers && t('Reports.table.opens')}
        columns={columns}
        rows={table.rows}
        rowId={({ key }) => key}
      />
    </section>
  );
});

/** The name of a line, with its color in the chart and what its numbers are. */
function ColumnHeading({ column, isMarked }: { column: TableColumn; isMarked: boolean }) {
  const scheme = useScheme();
  return (
    <>
      {isMarked && column.place !== null && (
        <span className={classes.mark} style={{ background: colorAt(column.place, scheme) }} />
      )}
      <span className={classes.label} title={column.label}>
        {column.label}
      </span>
      {column.note !== null && <div>{column.note}</div>}
    </>
  );
}

function toneOf(cell: TableCell | undefined): CellTone | undefined {
  if (!cell) return undefined;
  const { change, countable } = cell;
  if (change === null) return countable ? undefined : 'dim';
  return change.kind === 'no_base' || change.tone === 'neutral' ? undefined : change.tone;
}
