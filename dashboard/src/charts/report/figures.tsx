import type { Report, ReportType } from '@botscope/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeSeries } from '../draw/time-series.tsx';
import { nameBuckets, prepareTimeTicks } from '../prepare/buckets.ts';
import { prepareFigures } from '../prepare/figures.ts';
import type { PreparedLine } from '../prepare/lines.ts';
import { prepareTooltip, type TooltipContext } from '../prepare/tooltip.ts';
import classes from './figures.module.css';
import { Legend } from './legend.tsx';
import { useLabels } from './use-labels.ts';
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
}

const gap = 20;
/** As in legend.module.css. */
const legendHeight = 24;

/** The chosen lines as one chart, or several below each other where they cannot share an axis; the first is the tallest. */
export function Figures({ type, report, lines, stacked, compare, title, height }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const scheme = useScheme();
  const labelOf = useLabels(type);
  const { incomplete } = report;

  const figures = useMemo(
    () => prepareFigures({ type, lines, incomplete, scheme, locale, stacked, compare }),
    [type, lines, incomplete, scheme, locale, stacked, compare],
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
  const free = height - (figures.length > 1 ? figures.length * legendHeight + (figures.length - 1) * gap : 0);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return (
    <div className={classes.figures} style={{ gap, minHeight: height }}>
      {figures.map((figure, index) => {
        const name = figure.lines.map(labelOf).join(', ');
        return (
          <div key={figure.id}>
            {figures.length > 1 && <Legend type={type} lines={figure.lines} />}
            <TimeSeries
              figure={figure}
              count={report.buckets.length}
              ticksFor={ticksFor}
              tooltipFor={(at) => prepareTooltip(figure, at, context)}
              scheme={scheme}
              height={Math.floor((free * (shares[index] ?? 1)) / whole)}
              words={{
                label: t('Reports.chart.label', { title: figures.length > 1 ? `${title}, ${name}` : title }),
                role: t('Reports.chart.role'),
                help: t('Reports.chart.help'),
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
