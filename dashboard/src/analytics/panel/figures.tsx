import type { Report, ReportType } from '@botscope/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeSeries } from '../../charts/draw/time-series.tsx';
import { nameBuckets, prepareTimeTicks } from '../../charts/prepare/buckets.ts';
import { type Figure, prepareFigures } from '../../charts/prepare/figures.ts';
import type { NamedLine, PreparedLine } from '../../charts/prepare/lines.ts';
import { prepareTooltip, type TooltipContext } from '../../charts/prepare/tooltip.ts';
import { useWordLabels } from '../labels/use-word-labels.ts';
import { Legend } from './legend.tsx';
import classes from './panel.module.css';
import { useScheme } from './use-scheme.ts';

interface FiguresProps {
  type: ReportType;
  report: Report;
  lines: readonly PreparedLine[];
  stacked: boolean;
  compare: boolean;
  /** Names the chart for screen readers. */
  title: string;
  /** Pixels of all figures together. */
  height: number;
  /** Labels of lines, where they are more than words of ours. */
  labelOf?: ((line: NamedLine) => string) | undefined;
  /** Content above the first figure, such as notes. */
  overlay?: ((figure: Figure) => ReactNode) | undefined;
  /** Someone wants to see the users of a bucket. */
  onOpen?: ((index: number, line: PreparedLine) => void) | undefined;
}

const gap = 20;
/** Pixels below which the labels beside an axis would lie on each other: five lines of text, and the dates below. */
const leastHeight = 110;
/** As in legend.module.css. */
const legendHeight = 24;

/** The chosen lines as one chart, or several below each other where they cannot share an axis; the first is the tallest. */
export function Figures(props: FiguresProps) {
  const { type, report, lines, stacked, compare, title, height, overlay, onOpen } = props;
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const scheme = useScheme();
  const labelWord = useWordLabels(type);
  const labelOf = props.labelOf ?? labelWord;
  const { incomplete, by } = report;

  const figures = useMemo(
    () => prepareFigures({ type, by, lines, incomplete, scheme, locale, stacked, compare }),
    [type, by, lines, incomplete, scheme, locale, stacked, compare],
  );
  const { buckets, detail } = report;
  const ticksFor = useMemo(
    () => (width: number) => prepareTimeTicks(buckets, detail, width, locale),
    [buckets, detail, locale],
  );
  const context = useMemo((): TooltipContext => {
    const earlier = compare ? report.compare : undefined;
    const otherYear = earlier?.period.from.slice(0, 4) !== report.period.from.slice(0, 4);
    return {
      type,
      names: nameBuckets(report.buckets, report.detail, report.period, locale).long,
      beforeNames: earlier ? nameBuckets(earlier.buckets, report.detail, earlier.period, locale, otherYear).long : null,
      incomplete: report.incomplete,
      scheme,
      locale,
      labelOf,
      words: { total: t('Reports.chart.total'), points: t('Reports.points') },
    };
  }, [type, report, compare, scheme, locale, labelOf, t]);

  const shares = figures.length > 1 ? [3, ...figures.slice(1).map(() => 2)] : [1];
  const freeHeight = height - (figures.length > 1 ? figures.length * legendHeight + (figures.length - 1) * gap : 0);
  const shareSum = shares.reduce((sum, share) => sum + share, 0);
  return (
    <div className={classes.figures} style={{ gap, minHeight: height }}>
      {figures.map((figure, index) => {
        const name = figure.lines.map(labelOf).join(', ');
        return (
          <div key={figure.id}>
            {figures.length > 1 && <Legend lines={figure.lines} labelOf={labelOf} />}
            <TimeSeries
              figure={figure}
              count={report.buckets.length}
              ticksFor={ticksFor}
              tooltipFor={(bucketIndex) => prepareTooltip(figure, bucketIndex, context)}
              scheme={scheme}
              height={Math.max(leastHeight, Math.floor((freeHeight * (shares[index] ?? 1)) / shareSum))}
              overlay={index === 0 && overlay?.(figure)}
              // Above a stack, and from the keyboard, no line is meant in particular: its first one opens.
              onOpen={
                onOpen &&
                ((bucketIndex, line) => {
                  const meant = line ?? figure.lines[0];
                  if (meant) onOpen(bucketIndex, meant);
                })
              }
              words={{
                label: t('Reports.chart.label', { title: figures.length > 1 ? `${title}, ${name}` : title }),
                role: t('Reports.chart.role'),
                help: onOpen ? `${t('Reports.chart.help')} ${t('Reports.usersBehind.hint')}` : t('Reports.chart.help'),
                unfinished: t('Reports.chart.unfinished'),
                before: t('Reports.compare.before'),
              }}
            />
          </div>
        );
      })}
    </div>
  );
}
