import type { Report, ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { prepareHeatmap } from '../../charts/prepare/heatmap.ts';
import type { ReportView } from '../question/report-search.ts';
import { beginPicture, endPicture, margin, type Picture, pictureWidth, write } from './picture.ts';
import { pictureHead } from './picture-head.ts';

interface DrawHoursOptions {
  type: ReportType;
  title: string;
  view: ReportView;
  report: Report;
  t: TFunction;
  locale: string;
}

const nameWidth = 130;
const cellWidth = Math.floor((pictureWidth - 2 * margin - nameWidth) / 24);
const cellHeight = 34;
/** The light shades of hour-heatmap.module.css; on the last one ink would hardly be read. */
const shades = ['#f1f1f2', '#d3efe8', '#a3dfd1', '#62c4b0', '#26a38d', '#0d6b61'];
const darkest = shades.length - 1;

/** The hours of the week as a picture: nobody can point at its cells, so each shows its number. */
export function drawHours(options: DrawHoursOptions): Promise<Blob> {
  const { report, t, locale } = options;
  const { hours, rows } = prepareHeatmap(report, locale);
  const height = (rows.length + 1) * cellHeight;
  const picture = beginPicture(pictureHead({ ...options, compare: false }, t, locale), height);
  row(
    picture,
    '',
    hours.map((text) => ({ text })),
  );
  for (const { long, cells } of rows) row(picture, long, cells);
  return endPicture(picture, t('Reports.export.made'));
}

function row(picture: Picture, name: string, cells: readonly { text: string; depth?: number }[]): void {
  const { paper, y } = picture;
  const line = { paper, y: y + 11 };
  write(line, name, margin, { size: 12, room: nameWidth - 10 });
  cells.forEach(({ text, depth }, hour) => {
    const x = margin + nameWidth + hour * cellWidth;
    if (depth !== undefined) {
      paper.fillStyle = shades[depth] ?? '#ffffff';
      paper.fillRect(x + 1, y + 1, cellWidth - 2, cellHeight - 2);
    }
    const color = depth === darkest ? { color: '#ffffff' } : {};
    write(line, text, x + cellWidth / 2, { size: 11, align: 'center', room: cellWidth - 6, ...color });
  });
  picture.y += cellHeight;
}
