import { Box, Flex } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SeriesHeadline } from '../../../analytics/answers/report-headline.tsx';
import { ReportTable } from '../../../analytics/answers/report-table.tsx';
import { useLabels } from '../../../analytics/labels/use-labels.ts';
import { Figures } from '../../../analytics/panel/figures.tsx';
import { Hours, hoursHeight } from '../../../analytics/panel/hours.tsx';
import { Legend } from '../../../analytics/panel/legend.tsx';
import { useScheme } from '../../../analytics/panel/use-scheme.ts';
import { isTimeless } from '../../../analytics/question/ask-report.ts';
import classes from '../../../analytics/report-body.module.css';
import { nameRange } from '../../../charts/prepare/buckets.ts';
import { prepareFigures } from '../../../charts/prepare/figures.ts';
import { chooseLines, hasNothing, prepareLines } from '../../../charts/prepare/lines.ts';
import { traitsOf } from '../../../charts/prepare/report-traits.ts';
import type { SharedAnswerProps } from './shared-answer-props.ts';
import { SharedEmpty } from './shared-empty.tsx';

const height = 340;

/** Lines over time, or over the hours of the week: those that the maker chose, as he drew them. */
export function SharedSeries({ type, report, title, view }: SharedAnswerProps) {
  const { t, i18n } = useTranslation();
  const scheme = useScheme();
  const labelOf = useLabels(type, { ...report, parameter: view.parameter || undefined });
  const all = useMemo(() => prepareLines(report), [report]);
  // Of chosen lines the answer has no others.
  const areChosen = view.lines !== null;
  const lines = useMemo(
    () => chooseLines(type, all, areChosen ? all.map(({ id }) => id) : null),
    [type, all, areChosen],
  );
  const compare = view.compare !== null && report.compare !== undefined;
  const timeless = isTimeless(type);
  const severalOfOneUnit = lines.filter(({ unit }) => unit === lines[0]?.unit).length > 1;
  const stacked =
    traitsOf(type, report.by).additive && !timeless && !compare && severalOfOneUnit && view.view !== 'lines';
  // Several figures name their lines themselves.
  const { length: figures } = prepareFigures({
    type,
    by: report.by,
    lines,
    incomplete: report.incomplete,
    scheme,
    locale: i18n.language,
    stacked,
    compare,
  });
  if (hasNothing(all)) return <SharedEmpty title={title} minHeight={height} />;
  return (
    <>
      <section className={classes.panel} aria-label={title}>
        <Flex rowGap={8} columnGap={16} wrap="wrap" align="flex-start" justify="space-between" mb={12}>
          <SeriesHeadline type={type} report={report} lines={all} />
        </Flex>
        {compare && report.compare && (
          <Box mb={4} c="dimmed" fz="xs">
            {t('Reports.comparison.dotted', { period: nameRange(report.compare.period, i18n.language) })}
          </Box>
        )}
        {timeless ? (
          <div style={{ minHeight: hoursHeight }}>
            <Hours report={report} />
          </div>
        ) : (
          <>
            {lines.length > 1 && figures === 1 && <Legend lines={lines} labelOf={labelOf} />}
            <Figures
              type={type}
              report={report}
              lines={lines}
              stacked={stacked}
              compare={compare}
              title={title}
              height={height}
              labelOf={labelOf}
            />
          </>
        )}
      </section>
      <ReportTable
        type={type}
        report={report}
        lines={lines}
        compare={compare ? view.compare : null}
        labelOf={labelOf}
        openPeople={undefined}
      />
    </>
  );
}
