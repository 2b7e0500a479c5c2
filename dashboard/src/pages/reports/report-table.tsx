import type { Report, ReportType } from '@botscope/contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nameBuckets } from '../../charts/prepare/buckets.ts';
import { prepareCsv } from '../../charts/prepare/csv.ts';
import type { PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import { prepareTable, type TableCell } from '../../charts/prepare/table.ts';
import { useLabels } from '../../charts/report/use-labels.ts';
import { useScheme } from '../../charts/report/use-scheme.ts';
import { isTimeless } from './ask-report.ts';
import { download } from './download.ts';
import type { Comparison } from './report-search.ts';
import classes from './report-table.module.css';

interface ReportTableProps {
  type: ReportType;
  report: Report;
  lines: readonly PreparedLine[];
  compare: Comparison | null;
}

/** The chart's numbers as a table, and the same numbers as a file. */
export function ReportTable({ type, report, lines, compare }: ReportTableProps) {
  const { t, i18n } = useTranslation();
  const labelOf = useLabels(type);
  const scheme = useScheme();
  const locale = i18n.language;
  const timeless = isTimeless(type);
  const names = nameBuckets(report.buckets, report.detail, report.period, locale);
  const before = compare === 'year' ? t('Reports.compare.beforeYear') : t('Reports.compare.beforePrevious');
  const table = prepareTable(lines, {
    type,
    buckets: report.buckets,
    names: names.long,
    incomplete: report.incomplete,
    compare: compare !== null,
    locale,
    labelOf,
    words: { before, change: t('Reports.compare.change'), points: t('Reports.points') },
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
    download(`${type}_${report.period.from}_${report.period.to}.csv`, csv);
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
            <VisuallyHidden>{t('Reports.table.caption')}</VisuallyHidden>
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
            {table.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.name}
                  {row.unfinished && <span className={classes.note}> · {t('Reports.chart.unfinished')}</span>}
                </th>
                <Cells cells={row.cells} columns={table.columns} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Reports.table.whole')}</th>
              <Cells cells={table.totals} columns={table.columns} />
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
}

/** Safari does not let the keyboard into what scrolls unless it is told to; the others do so by themselves. */
function reachable(box: HTMLElement | null): void {
  if (box) box.tabIndex = 0;
}

function Cells({ cells, columns }: { cells: readonly TableCell[]; columns: readonly { id: string }[] }) {
  return cells.map((cell, index) => (
    <td
      key={columns[index]?.id}
      data-tone={cell.change && cell.change.kind !== 'no_base' ? cell.change.tone : undefined}
    >
      {cell.text}
    </td>
  ));
}
