import type uPlot from 'uplot';
import type { Tick } from '../prepare/buckets.ts';
import type { Figure, Stroke } from '../prepare/figures.ts';
import { type Scheme, surroundings } from '../prepare/palette.ts';
import type { PlotLibrary } from './plot-library.ts';

/** Pixels of air at the right, where the last label under the chart ends. */
export const plotRight = 26;
/** Pixels above the plot, and below it for the labels. */
export const plotTop = 10;
export const plotBottom = 28;
/** Half of the widest label under the chart ("30 сент."): the first one stands below the left end of the plot. */
const leastLeft = 34;
/** Pixels of the labels at the left: a digit of 12 px type is about 7 px wide. */
export const plotLeft = (figure: Pick<Figure, 'labelLength'>): number =>
  Math.max(leastLeft, figure.labelLength * 7 + 14);

export const font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/**
 * A figure in uPlot's words. The horizontal scale counts buckets, not seconds: days of 23 or 25 hours and months of 28 or 31
 * days are equally wide, a comparison lies exactly beside its bucket, and labels come from the buckets' own local starts.
 */
export function plotOptions(options: {
  Plot: PlotLibrary;
  figure: Figure;
  count: number;
  ticksFor(width: number): Tick[];
  scheme: Scheme;
  width: number;
  height: number;
}): uPlot.Options {
  const { figure, count, scheme } = options;
  const { grid, text, card } = surroundings(scheme);
  const labels = new Map(figure.axis.ticks.map((tick, index) => [tick, figure.axisLabels[index] ?? '']));
  let ticks: Tick[] = [];
  const nearest = (position: number) => Math.min(count - 1, Math.max(0, Math.round(position)));
  return {
    width: options.width,
    height: options.height,
    padding: [plotTop, plotRight, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      // The line stands on a bucket, never between two. Left of zero means that nothing is pointed at.
      move: (self, cursorLeft, top) =>
        cursorLeft < 0 ? [cursorLeft, top] : [self.valToPos(nearest(self.posToVal(cursorLeft, 'x')), 'x'), top],
      // Dragging is off. uPlot takes a click for the end of a drag where `move` has shifted the line, and swallows it.
      drag: { x: false, y: false, click: () => undefined },
      points: { size: 8, width: 2, fill: card },
    },
    scales: {
      x: { time: false, range: count > 1 ? [0, count - 1] : [-0.5, 0.5] },
      y: { range: [figure.axis.min, figure.axis.max] },
    },
    axes: [
      {
        stroke: text,
        font,
        size: plotBottom,
        gap: 6,
        grid: { show: false },
        ticks: { show: true, stroke: grid, size: 4, width: 1 },
        border: { show: true, stroke: grid, width: 1 },
        splits: (self) => {
          ticks = options.ticksFor(self.bbox.width / options.Plot.pxRatio);
          return ticks.map((tick) => tick.at);
        },
        values: () => ticks.map((tick) => tick.label),
      },
      {
        stroke: text,
        font,
        size: plotLeft(figure),
        gap: 8,
        grid: { stroke: grid, width: 1 },
        ticks: { show: false },
        splits: figure.axis.ticks,
        values: (_, splits) => splits.map((tick) => labels.get(tick) ?? ''),
      },
    ],
    series: [{}, ...figure.strokes.map(toSeries)],
    bands: figure.strokes.flatMap((stroke, index): uPlot.Band[] =>
      stroke.fill !== null && stroke.fillTo !== null
        ? [{ series: [index + 1, stroke.fillTo + 1], fill: stroke.fill }]
        : [],
    ),
  };
}

function toSeries(stroke: Stroke): uPlot.Series {
  return {
    stroke: stroke.width > 0 ? stroke.color : 'transparent',
    width: stroke.width,
    ...(stroke.dash ? { dash: stroke.dash } : {}),
    ...(stroke.fill ? { fill: stroke.fill } : {}),
    points: { show: stroke.dots.length > 0, size: 6, fill: stroke.color, filter: () => stroke.dots },
  };
}
