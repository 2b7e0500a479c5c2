import { readLines, writeLines } from '@botscope/contract';
import { Box, Flex, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { chooseLines, hasNothing, prepareLines } from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { useLabels } from '../labels/use-labels.ts';
import { ChartMarks } from '../notes/chart-marks.tsx';
import { Notes } from '../notes/notes.tsx';
import { useNoteMarks } from '../notes/use-notes.ts';
import { Figures } from '../panel/figures.tsx';
import { Hours } from '../panel/hours.tsx';
import { isTimeless } from '../question/ask-report.ts';
import classes from '../report-body.module.css';
import type { AnswerProps } from './answer-props.ts';
import { EmptyAnswer } from './empty-answer.tsx';
import { LineChoice } from './line-choice.tsx';
import { PrintNote } from './print-note.tsx';
import { SeriesHeadline } from './report-headline.tsx';
import { ReportTable } from './report-table.tsx';

/** Lines over buckets of time (or over the hours of the week): headline, choice of lines, chart, notes, table. */
export function SeriesAnswer(props: AnswerProps) {
  const { type, bot, report, title, view, change, height, openPeople } = props;
  const { t, i18n } = useTranslation();
  const labelOf = useLabels(type, { ...report, parameter: view.parameter || undefined });
  const marks = useNoteMarks(bot.key, report);
  const all = useMemo(() => prepareLines(report), [report]);
  const wanted = writeLines(view.lines) ?? '';
  // By its text: the list itself is a new one at every render, and a new choice draws the chart anew.
  const lines = useMemo(() => chooseLines(type, all, readLines(wanted)), [type, all, wanted]);
  const compare = view.compare !== null && report.compare !== undefined;
  const timeless = isTimeless(type);
  const mayStack =
    traitsOf(type, report.by).additive &&
    !timeless &&
    !compare &&
    lines.filter(({ unit }) => unit === lines[0]?.unit).length > 1;
  const stacked = mayStack && view.view !== 'lines';
  const empty = hasNothing(all);
  const open = openPeople && ((at: number, line: { name: string }) => openPeople({ bucket: at, line: line.name }));
  return (
    <>
      <section className={classes.panel} aria-label={title}>
        <Flex rowGap={8} columnGap={16} wrap="wrap" align="flex-start" justify="space-between" mb={12}>
          <SeriesHeadline type={type} report={report} lines={all} />
          <div className={classes.tools}>
            {mayStack && (
              <SegmentedControl
                size="xs"
                aria-label={t('Reports.view.label')}
                value={stacked ? 'stacked' : 'lines'}
                onChange={(chosen) => change({ view: chosen })}
                data={(['stacked', 'lines'] as const).map((value) => ({ value, label: t(`Reports.view.${value}`) }))}
              />
            )}
            {!empty && (
              <ExportMenu
                name={`${type}_${report.period.from}_${report.period.to}`}
                bot={bot}
                picture={async () => {
                  if (timeless) {
                    const { drawHours } = await import('../export/draw-hours.ts');
                    return drawHours({ type, title, view, report, t, locale: i18n.language });
                  }
                  const { drawSeries } = await import('../export/draw-series.ts');
                  return drawSeries({
                    type,
                    title,
                    view,
                    report,
                    lines,
                    stacked,
                    compare,
                    labelOf,
                    t,
                    locale: i18n.language,
                  });
                }}
              />
            )}
          </div>
        </Flex>
        <PrintNote type={type} view={view} report={report} />
        {all.length > 1 && !timeless && (
          <LineChoice
            labelOf={labelOf}
            all={all}
            chosen={lines}
            onChange={(names) => change({ lines: writeLines(names) })}
          />
        )}
        {compare && report.compare && !empty && !timeless && (
          <Box mb={4} c="dimmed" fz="xs">
            {t('Reports.comparison.dotted', { period: nameRange(report.compare.period, i18n.language) })}
          </Box>
        )}
        {empty && <EmptyAnswer type={type} bot={bot} view={view} change={change} minHeight={height} />}
        {!empty && timeless && (
          <Hours
            report={report}
            onOpen={openPeople && ((weekday, hour) => openPeople({ bucket: hour, line: String(weekday) }))}
          />
        )}
        {!empty && !timeless && (
          <>
            <Figures
              type={type}
              report={report}
              lines={lines}
              stacked={stacked}
              compare={compare}
              title={title}
              height={height}
              labelOf={labelOf}
              overlay={(figure) => <ChartMarks figure={figure} count={report.buckets.length} marks={marks} />}
              onOpen={open}
            />
            <Notes bot={bot} report={report} />
          </>
        )}
      </section>
      {!empty && (
        <ReportTable
          type={type}
          report={report}
          lines={lines}
          compare={compare ? view.compare : null}
          labelOf={labelOf}
          openPeople={openPeople}
        />
      )}
    </>
  );
}
