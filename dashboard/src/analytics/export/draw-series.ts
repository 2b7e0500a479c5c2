import type { Report, ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';
import type uPlot from 'uplot';
import { loadPlotLibrary } from '../../charts/draw/plot-library.ts';
import { plotOptions } from '../../charts/draw/plot-options.ts';
import { prepareTimeTicks } from '../../charts/prepare/buckets.ts';
import { type Figure, prepareFigures } from '../../charts/prepare/figures.ts';
import type { PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import type { ReportView } from '../question/report-search.ts';
import { beginPicture, endPicture, margin, measureWidth, type Picture, pictureWidth, write } from './picture.ts';
import { pictureHead } from './picture-head.ts';

interface DrawSeriesOptions {
  type: ReportType;
  title: string;
  view: ReportView;
  report: Report;
  lines: readonly PreparedLine[];
  stacked: boolean;
  compare: boolean;
  labelOf(line: PreparedLine): string;
  t: TFunction;
  locale: string;
}

const figureHeight = 380;
const legendLine = 22;
const plotWidth = pictureWidth - 2 * margin;

/** The chart as a picture with title, period, question and legend, redrawn in the light scheme. */
export async function drawSeries(options: DrawSeriesOptions): Promise<Blob> {
  const { type, report, lines, stacked, compare, locale, labelOf, t } = options;
  const figures = prepareFigures({
    type,
    by: report.by,
    lines,
    incomplete: report.incomplete,
    scheme: 'light',
    locale,
    stacked,
    compare,
  });
  // Every line could need a row of its own.
  const room = figures.length * (figureHeight + 16) + lines.length * legendLine;
  const picture = beginPicture(pictureHead(options, t, locale), room);
  for (const figure of figures) {
    drawLegend(picture, figure, labelOf, locale);
    await drawFigure(picture, figure, report, locale);
  }
  return endPicture(cropped(picture), t('Reports.export.made'));
}

function drawLegend(picture: Picture, figure: Figure, labelOf: (line: PreparedLine) => string, locale: string): void {
  let x = margin;
  for (const line of figure.lines) {
    const text = `${labelOf(line)}: ${formatValue(line.total, line.unit, locale, line.currency)}`;
    const width = Math.min(plotWidth, 18 + measureWidth(picture, text, 13));
    if (x > margin && x + width > pictureWidth - margin) {
      x = margin;
      picture.y += legendLine;
    }
    picture.paper.fillStyle = colorAt(line.place, 'light');
    picture.paper.fillRect(x, picture.y + 3, 10, 10);
    write(picture, text, x + 16, { size: 13, room: plotWidth - 16 });
    x += width + 18;
  }
  picture.y += legendLine;
}

async function drawFigure(picture: Picture, figure: Figure, report: Report, locale: string): Promise<void> {
  const { buckets, detail } = report;
  const Plot = await loadPlotLibrary();
  const options = plotOptions({
    Plot,
    figure,
    count: buckets.length,
    ticksFor: (width) => prepareTimeTicks(buckets, detail, width, locale),
    scheme: 'light',
    width: plotWidth,
    height: figureHeight,
  });
  const data: uPlot.AlignedData = [buckets.map((_, index) => index), ...figure.strokes.map((stroke) => stroke.values)];
  const place = document.createElement('div');
  // uPlot draws a microtask after it was made, and says so.
  const plot = await new Promise<uPlot>((resolve) => {
    new Plot({ ...options, hooks: { ready: [resolve] } }, data, place);
  });
  await new Promise((resolve) => setTimeout(resolve));
  picture.paper.drawImage(plot.ctx.canvas, margin, picture.y, plotWidth, figureHeight);
  plot.destroy();
  picture.y += figureHeight + 16;
}

/** Cuts off the room that the legend did not need. */
function cropped(picture: Picture): Picture {
  const { canvas } = picture.paper;
  const ratio = canvas.width / pictureWidth;
  const height = Math.ceil((picture.y + 56) * ratio);
  if (height >= canvas.height) return picture;
  const content = picture.paper.getImageData(0, 0, canvas.width, height);
  canvas.height = height;
  picture.paper.putImageData(content, 0, 0);
  picture.paper.scale(ratio, ratio);
  picture.paper.textBaseline = 'top';
  return picture;
}
