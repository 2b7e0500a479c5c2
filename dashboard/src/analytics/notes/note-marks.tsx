import type { Report } from '@botscope/contract';
import type { Figure } from '../../charts/prepare/figures.ts';
import { ChartMarks } from './chart-marks.tsx';
import { useNoteMarks } from './use-notes.ts';

/** The bot's notes as flags above the chart. */
export function NoteMarks({ bot, report, figure }: { bot: string; report: Report; figure: Figure }) {
  const marks = useNoteMarks(bot, report);
  return <ChartMarks figure={figure} count={report.buckets.length} marks={marks} />;
}
