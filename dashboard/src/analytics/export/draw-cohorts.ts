import type { Report, ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { surroundings } from '../../charts/prepare/palette.ts';
import type { CohortRows } from '../cohorts/cohort-rows.ts';
import type { ReportView } from '../question/report-search.ts';
import { beginPicture, endPicture, margin, type Picture, pictureWidth, write } from './picture.ts';
import { pictureHead } from './picture-head.ts';

interface DrawCohortsOptions {
  type: ReportType;
  title: string;
  view: ReportView;
  report: Report;
  cohortRows: CohortRows;
  mode: 'share' | 'users';
  words: { cohort: string; size: string; column(at: number): string };
  t: TFunction;
  locale: string;
}

const nameWidth = 180;
const sizeWidth = 70;
const cellWidth = 64;
const cellHeight = 26;
/** The light shades of cohort-grid.module.css. */
const shades = ['#f4f4f5', '#e2f5f0', '#bfe9dd', '#94d9c8', '#66c7b2', '#3fb59d'];

/** The retention table of cohorts as a picture. */
export function drawCohorts(options: DrawCohortsOptions): Promise<Blob> {
  const { cohortRows, mode, words, t, locale } = options;
  const width = Math.max(pictureWidth, 2 * margin + nameWidth + sizeWidth + cohortRows.width * cellWidth);
  const height = (cohortRows.rows.length + 2) * cellHeight;
  const picture = beginPicture(pictureHead({ ...options, compare: false }, t, locale), height, width);
  row(
    picture,
    words.cohort,
    words.size,
    Array.from({ length: cohortRows.width }, (_, column) => ({ text: words.column(column) })),
  );
  for (const { name, sizeText, cells } of cohortRows.rows) {
    const pictureCells = cells.map(({ usersText, shareText, depth, unfinished }) => ({
      text: mode === 'users' ? usersText : shareText,
      shade: shades[depth] ?? '#ffffff',
      unfinished,
    }));
    row(picture, name, sizeText, pictureCells);
  }
  row(
    picture,
    t('Reports.cohorts.average'),
    '',
    cohortRows.averageTexts.map((text) => ({ text })),
  );
  return endPicture(picture, t('Reports.export.made'));
}

function row(
  picture: Picture,
  name: string,
  size: string,
  cells: readonly { text: string; shade?: string; unfinished?: boolean }[],
): void {
  const { paper, y } = picture;
  const line = { paper, y: y + 7 };
  write(line, name, margin, { size: 12, room: nameWidth - 10 });
  write(line, size, margin + nameWidth + sizeWidth - 12, { size: 12, align: 'right' });
  cells.forEach(({ text, shade, unfinished }, column) => {
    const x = margin + nameWidth + sizeWidth + column * cellWidth;
    if (shade) {
      paper.fillStyle = shade;
      paper.fillRect(x + 1, y + 1, cellWidth - 2, cellHeight - 2);
    }
    if (unfinished) {
      paper.strokeStyle = surroundings('light').text;
      paper.setLineDash([3, 3]);
      paper.strokeRect(x + 2, y + 2, cellWidth - 4, cellHeight - 4);
      paper.setLineDash([]);
    }
    write(line, text, x + cellWidth / 2, { size: 12, align: 'center', room: cellWidth - 8 });
  });
  picture.y += cellHeight;
}
