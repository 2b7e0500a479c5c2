import type { Report } from '@botscope/contract';
import { IconFlagFilled } from '@tabler/icons-react';
import { plotBottom, plotLeft, plotRight, plotTop } from '../../charts/draw/plot-options.ts';
import type { Figure } from '../../charts/prepare/figures.ts';
import { Tip } from '../../ui/tip.tsx';
import classes from './note-marks.module.css';
import { useNoteMarks } from './use-notes.ts';

/** The bot's notes as flags above the chart. */
export function NoteMarks({ bot, report, figure }: { bot: string; report: Report; figure: Figure }) {
  const marks = useNoteMarks(bot, report);
  return <ChartMarks figure={figure} count={report.buckets.length} marks={marks} />;
}

interface ChartMarksProps {
  figure: Figure;
  /** Number of buckets. */
  count: number;
  marks: readonly { at: number; text: string }[];
}

/** Flags at buckets. They lie above the canvas, where the buckets are: nothing is redrawn for them. */
function ChartMarks({ figure, count, marks }: ChartMarksProps) {
  if (marks.length === 0) return null;
  const leftEdge = plotLeft(figure);
  return (
    <div className={classes.marks}>
      {marks.map(({ at, text }) => {
        // A single bucket stands in the middle, as plot-options.ts puts it.
        const share = count > 1 ? at / (count - 1) : 0.5;
        return (
          <div
            key={at}
            className={classes.mark}
            style={{
              top: plotTop,
              bottom: plotBottom,
              left: `calc(${leftEdge}px + (100% - ${leftEdge + plotRight}px) * ${share})`,
            }}
          >
            <span className={classes.sign}>
              <Tip text={text}>
                <IconFlagFilled size={14} aria-hidden />
              </Tip>
            </span>
          </div>
        );
      })}
    </div>
  );
}
