import type { Report, ReportType } from '@botscope/contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameBuckets } from '../../charts/prepare/buckets.ts';
import { prepareCsv } from '../../charts/prepare/csv.ts';
import type { NamedLine, PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import { prepareTable, type TableCell, type TableColumn } from '../../charts/prepare/table.ts';
import { downloadText } from '../export/download.ts';
import { useScheme } from '../panel/use-scheme.ts';
import type { Place } from '../people/place-text.ts';
import { beforeKey } from '../period/before-key.ts';
import { isTimeless } from '../question/ask-report.ts';
import type { Comparison } from '../question/asked-view.ts';
import { reachable } from './reachable.ts';
import classes from './report-table.module.css';

interface ReportTableProps {
  type: ReportType;
  report: Report;
  lines: readonly PreparedLine[];
  compare: Comparison | null;
  labelOf(line: NamedLine): string;
  openPeople: ((place: Place) => void) | undefined;
}

/**
 * The chart's numbers as a table, and the same numbers as a file. Remembered: a month of hours has thousands of cells, which
 * a change of the chart alone does not concern.
 */
export const ReportTable = memo(function ReportTable({
  type,
  report,
  lines,
  compare,
  labelOf,
  openPeople,
}: ReportTableProps) {
  const { t, i18n } = useTranslation();
  const scheme = useScheme();
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
    downloadText(`${type}_${report.period.from}_${report.period.to}.csv`, csv);
  };
  return (
    <section className={classes.panel} aria-label={t('Reports.table.title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('Reports.table.title')}</h2>
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
      <section className={classes.scroll} aria-label={t('Reports.table.caption')} ref={reachable}>
        <table className={classes.table}>
          <caption>
            <VisuallyHidden>
              {t('Reports.table.caption')}. {openPeople && t('Reports.table.opens')}
            </VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{timeless ? t('Home.hour') : t('Reports.table.period')}</th>
              {table.columns.map((column) => (
                <th key={column.id} scope="col">
                  {column.place !== null && lines.length > 1 && !timeless && (
                    <span className={classes.mark} style={{ background: colorAt(column.place, scheme) }} />
                  )}
                  <span className={classes.label} title={column.label}>
                    {column.label}
                  </span>
                  {column.note !== null && <div className={classes.note}>{column.note}</div>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, bucket) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.name}
                  {row.unfinished && (
                    <span className={`${classes.note} ${classes.unfinished}`}>{t('Reports.chart.unfinished')}</span>
                  )}
                </th>
                <Cells
                  cells={row.cells}
                  columns={table.columns}
                  open={openPeople && ((line) => openPeople({ bucket, line }))}
                />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Reports.table.whole')}</th>
              <Cells
                cells={table.totals}
                columns={table.columns}
                open={openPeople && ((line) => openPeople({ line }))}
              />
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
});

interface CellsProps {
  cells: readonly TableCell[];
  columns: readonly TableColumn[];
  /** Shows the people of a line's value; comparisons and changes have none. */
  open: ((line: string) => void) | undefined;
}

function Cells({ cells, columns, open }: CellsProps) {
  return cells.map((cell, index) => {
    const column = columns[index];
    const line = column?.line ?? null;
    return (
      <td
        key={column?.id}
        data-nothing={(cell.change === null && !cell.countable) || undefined}
        data-tone={cell.change && cell.change.kind !== 'no_base' ? cell.change.tone : undefined}
      >
        {open && line !== null && cell.countable ? (
          <button type="button" className={classes.open} onClick={() => open(line)}>
            {cell.text}
          </button>
        ) : (
          cell.text
        )}
      </td>
    );
  });
}
