import 'uplot/dist/uPlot.min.css';
import { Box, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type uPlot from 'uplot';
import type { Tick } from '../prepare/buckets.ts';
import type { Figure } from '../prepare/figures.ts';
import { lineAt } from '../prepare/line-at.ts';
import type { PreparedLine } from '../prepare/lines.ts';
import type { Scheme } from '../prepare/palette.ts';
import { sayTooltip, type Tooltip } from '../prepare/tooltip.ts';
import { usePlotLibrary } from './plot-library.ts';
import { plotOptions } from './plot-options.ts';
import classes from './time-series.module.css';

interface TimeSeriesProps {
  figure: Figure;
  /** Number of buckets. */
  count: number;
  /** Labels under the chart for a plot of this width, px. Keep the function between renders: a new one redraws. */
  ticksFor(width: number): Tick[];
  tooltipFor(index: number): Tooltip;
  scheme: Scheme;
  /** Pixels; kept free while loading too, so that nothing jumps. */
  height: number;
  /** Layer above the canvas, such as flags at buckets; `plot-options.ts` computes where its plot begins and ends. */
  overlay?: ReactNode;
  /** Called to show what is behind a bucket: of the line pointed at, or of none in particular. */
  onOpen?: ((index: number, line: PreparedLine | null) => void) | undefined;
  words: { label: string; role: string; help: string; unfinished: string; before: string };
}

const step: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  PageUp: (index) => index - 7,
  PageDown: (index) => index + 7,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Lines over time on a canvas, with a tooltip. To assistive technology it is a slider along the time axis: arrow keys walk
 * through the buckets, and each bucket's values are the slider's value, which screen readers announce when it changes.
 */
export function TimeSeries(props: TimeSeriesProps) {
  const { figure, count, ticksFor, tooltipFor, scheme, height, overlay, onOpen, words } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [pointer, setPointer] = useState<{ index: number; left: number; width: number } | null>(null);
  const help = useId();
  const Plot = usePlotLibrary();
  // A finger's first tap shows the values, its second one opens them: it cannot hover.
  const shownBefore = useRef<number | null>(null);

  useEffect(() => {
    const box = place.current;
    if (!box || !Plot) return;
    const options = plotOptions({ Plot, figure, count, ticksFor, scheme, width: box.clientWidth, height });
    const follow = (self: uPlot) => {
      const index = self.cursor.idx ?? null;
      const inside = index !== null && (self.cursor.left ?? -1) >= 0;
      const offset = self.over.offsetLeft;
      setPointer(inside ? { index, left: offset + self.valToPos(index, 'x'), width: self.width } : null);
    };
    const x = Array.from({ length: count }, (_, index) => index);
    const data: uPlot.AlignedData = [x, ...figure.strokes.map((stroke) => stroke.values)];
    const chart = new Plot({ ...options, hooks: { setCursor: [follow] } }, data, box);
    plot.current = chart;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth > 0 && box.clientWidth !== chart.width) chart.setSize({ width: box.clientWidth, height });
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      chart.destroy();
      plot.current = null;
      setPointer(null);
    };
  }, [Plot, figure, count, ticksFor, scheme, height]);

  const leave = () => {
    plot.current?.setCursor({ left: -10, top: -10 });
  };
  const walk = (event: KeyboardEvent) => {
    const chart = plot.current;
    if (event.key === 'Escape') return leave();
    if (event.key === 'Enter' && onOpen && pointer) return onOpen(pointer.index, null);
    const next = step[event.key];
    if (!chart || !next || count === 0) return;
    event.preventDefault();
    const last = count - 1;
    // The first key press begins at the newest bucket: it is what users ask about.
    const targetIndex = pointer === null && event.key.startsWith('Arrow') ? last : next(pointer?.index ?? last, last);
    const index = Math.min(last, Math.max(0, targetIndex));
    chart.setCursor({ left: chart.valToPos(index, 'x'), top: 0 });
  };

  const open = (event: MouseEvent) => {
    const chart = plot.current;
    const index = chart?.cursor.idx ?? null;
    if (!chart || !onOpen || index === null || !chart.over.contains(event.target as Node)) return;
    const byFinger = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    if (byFinger && shownBefore.current !== index) return;
    onOpen(index, lineAt(figure, index, chart.posToVal(chart.cursor.top ?? 0, 'y')));
  };

  const shownPointer = pointer !== null && pointer.index < count ? pointer : null;
  const spokenText = count > 0 ? sayTooltip(tooltipFor(shownPointer?.index ?? count - 1), words) : words.label;
  return (
    <div className={classes.frame}>
      <div
        className={classes.plot}
        role="slider"
        aria-roledescription={words.role}
        aria-label={words.label}
        aria-describedby={help}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={(shownPointer?.index ?? count - 1) + 1}
        aria-valuetext={spokenText}
        tabIndex={0}
        onKeyDown={walk}
        onBlur={leave}
        onPointerDown={() => {
          shownBefore.current = pointer?.index ?? null;
        }}
        onClick={open}
        data-opens={onOpen !== undefined || undefined}
        style={{ height }}
        ref={place}
      />
      {overlay}
      {shownPointer && (
        <ChartTooltip
          tooltip={tooltipFor(shownPointer.index)}
          left={shownPointer.left}
          width={shownPointer.width}
          unfinished={words.unfinished}
        />
      )}
      <VisuallyHidden id={help}>{words.help}</VisuallyHidden>
    </div>
  );
}

/** Values of one bucket, beside the pointer: on its right in the left half of the chart, on its left in the other. */
function ChartTooltip({
  tooltip,
  left,
  width,
  unfinished,
}: {
  tooltip: Tooltip;
  /** Pixels from the chart's left edge. */
  left: number;
  width: number;
  unfinished: string;
}) {
  const side = left < width / 2 ? { left: left + 12 } : { right: width - left + 12 };
  return (
    <div className={classes.box} style={side} data-print="hide" aria-hidden>
      <Box fw={600}>
        {tooltip.title}
        {tooltip.unfinished && (
          <Box component="span" c="dimmed" fw={400}>
            {' '}
            · {unfinished}
          </Box>
        )}
      </Box>
      {tooltip.beforeTitle !== null && (
        <Box c="dimmed" fw={400}>
          ↔ {tooltip.beforeTitle}
        </Box>
      )}
      <div className={classes.rows}>
        {tooltip.rows.map((row) => (
          <div key={row.key} className={classes.row}>
            <span className={classes.label}>
              <span className={classes.mark} style={{ background: row.color ?? 'transparent' }} />
              {row.label}
            </span>
            <b>{row.value}</b>
            {row.before !== null && (
              <Box component="span" c="dimmed" fw={400}>
                {row.before}
              </Box>
            )}
            {row.before !== null && (
              <Box component="span" c="dimmed" fw={400}>
                {row.change}
              </Box>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
