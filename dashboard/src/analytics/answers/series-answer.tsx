import { type Report, type ReportType, readLines, writeLines } from '@botscope/contract';
import { Box, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { prepareFigures } from '../../charts/prepare/figures.ts';
import {
  chooseLines,
  hasNothing,
  type NamedLine,
  type PreparedLine,
  prepareLines,
} from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { useLabels } from '../labels/use-labels.ts';
import { NoteMarks } from '../notes/note-marks.tsx';
import { Notes } from '../notes/notes.tsx';
import { Figures } from '../panel/figures.tsx';
import { Hours } from '../panel/hours.tsx';
import { Legend } from '../panel/legend.tsx';
import { useScheme } from '../panel/use-scheme.ts';
import { isTimeless } from '../question/report-query.ts';
import { AnswerPanel } from './answer-panel.tsx';
import type { AnswerProps, AnswerTools } from './answer-props.ts';
import { LineChoice } from './line-choice.tsx';
import { PrintNote } from './print-note.tsx';
import { SeriesHeadline } from './report-headline.tsx';
import { ReportTable } from './report-table.tsx';

/** Lines over buckets of time (or over the hours of the week): headline, choice of lines, chart, notes, table. */
export function SeriesAnswer(props: AnswerProps) {
  const { type, report, title, view, height, tools } = props;
  const openUsers = tools?.openUsers;
  const { t, i18n } = useTranslation();
  const labelOf = useLabels(type, { ...report, parameter: view.parameter || undefined });
  const all = useMemo(() => prepareLines(report), [report]);
  const wantedLines = writeLines(view.lines) ?? '';
  // By its text: the list itself is a new one at every render, and a new choice redraws the chart.
  // The answer behind a share link has no other lines than the chosen ones.
  const isReader = tools === undefined;
  const lines = useMemo(
    () => chooseLines(type, all, isReader && wantedLines !== '' ? all.map(({ id }) => id) : readLines(wantedLines)),
    [type, all, wantedLines, isReader],
  );
  const compare = view.compare !== null && report.compare !== undefined;
  const timeless = isTimeless(type);
  const mayStack =
    traitsOf(type, report.by).additive &&
    !timeless &&
    !compare &&
    lines.filter(({ unit }) => unit === lines[0]?.unit).length > 1;
  const stacked = mayStack && view.view !== 'lines';
  const isEmpty = hasNothing(all);
  const open =
    openUsers && ((bucketIndex: number, line: { name: string }) => openUsers({ bucket: bucketIndex, line: line.name }));
  const seriesProps = { type, report, title, view, lines, stacked, mayStack, compare, empty: isEmpty, labelOf };
  return (
    <>
      <AnswerPanel
        title={title}
        headline={<SeriesHeadline type={type} report={report} lines={all} />}
        tools={tools && <SeriesTools {...seriesProps} bot={tools.bot} change={tools.change} />}
      >
        {tools && <PrintNote type={type} view={view} report={report} />}
        {tools && all.length > 1 && !timeless && (
          <LineChoice
            labelOf={labelOf}
            all={all}
            chosen={lines}
            onChange={(names) => tools.change({ lines: writeLines(names) })}
          />
        )}
        {compare && report.compare && !isEmpty && !timeless && (
          <Box mb={4} c="dimmed" fz="xs">
            {t('Reports.comparison.dotted', { period: nameRange(report.compare.period, i18n.language) })}
          </Box>
        )}
        {isEmpty && props.empty}
        {!isEmpty && timeless && (
          <Hours
            report={report}
            onOpen={openUsers && ((weekday, hour) => openUsers({ bucket: hour, line: String(weekday) }))}
          />
        )}
        {!isEmpty && !timeless && (
          <>
            {isReader && lines.length > 1 && (
              <ReaderLegend
                type={type}
                report={report}
                lines={lines}
                stacked={stacked}
                compare={compare}
                labelOf={labelOf}
              />
            )}
            <Figures
              type={type}
              report={report}
              lines={lines}
              stacked={stacked}
              compare={compare}
              title={title}
              height={height}
              labelOf={labelOf}
              overlay={tools && ((figure) => <NoteMarks bot={tools.bot.key} report={report} figure={figure} />)}
              onOpen={open}
            />
            {tools && <Notes bot={tools.bot} report={report} />}
          </>
        )}
      </AnswerPanel>
      {!isEmpty && (
        <ReportTable
          type={type}
          report={report}
          lines={lines}
          compare={compare ? view.compare : null}
          labelOf={labelOf}
          openUsers={openUsers}
        />
      )}
    </>
  );
}

interface SeriesToolsProps
  extends Pick<AnswerProps, 'type' | 'report' | 'title' | 'view'>,
    Omit<AnswerTools, 'openUsers'> {
  lines: readonly PreparedLine[];
  stacked: boolean;
  mayStack: boolean;
  compare: boolean;
  empty: boolean;
  labelOf(line: NamedLine): string;
}

function SeriesTools(props: SeriesToolsProps) {
  const { type, report, title, view, lines, stacked, compare, labelOf, bot, change } = props;
  const { t, i18n } = useTranslation();
  return (
    <>
      {props.mayStack && (
        <SegmentedControl
          size="xs"
          aria-label={t('Reports.view.label')}
          value={stacked ? 'stacked' : 'lines'}
          onChange={(choice) => change({ view: choice })}
          data={(['stacked', 'lines'] as const).map((value) => ({ value, label: t(`Reports.view.${value}`) }))}
        />
      )}
      {!props.empty && (
        <ExportMenu
          name={`${type}_${report.period.from}_${report.period.to}`}
          bot={bot}
          picture={async () => {
            const { language: locale } = i18n;
            if (isTimeless(type)) {
              const { drawHours } = await import('../export/draw-hours.ts');
              return drawHours({ type, title, view, report, t, locale });
            }
            const { drawSeries } = await import('../export/draw-series.ts');
            return drawSeries({ type, title, view, report, lines, stacked, compare, labelOf, t, locale });
          }}
        />
      )}
    </>
  );
}

interface ReaderLegendProps {
  type: ReportType;
  report: Report;
  lines: readonly PreparedLine[];
  stacked: boolean;
  compare: boolean;
  labelOf(line: NamedLine): string;
}

/** Color of each line, where there is no choice of lines. Several figures name their lines themselves. */
function ReaderLegend({ type, report, lines, stacked, compare, labelOf }: ReaderLegendProps) {
  const { i18n } = useTranslation();
  const scheme = useScheme();
  const { by, incomplete } = report;
  const figures = prepareFigures({ type, by, lines, incomplete, scheme, locale: i18n.language, stacked, compare });
  return figures.length === 1 && <Legend lines={lines} labelOf={labelOf} />;
}
