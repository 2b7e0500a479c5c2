import type { ReportType } from '@botscope/contract';
import { lazy, Suspense } from 'react';
import { looksOf } from '../charts/prepare/report-looks.ts';
import type { AnswerProps } from './answers/answer-props.ts';
import { SeriesAnswer } from './answers/series-answer.tsx';
import { hoursHeight } from './panel/hours.tsx';
import { isTimeless, shapeOf } from './question/report-query.ts';

// Most reports are lines over time: the other shapes come with the first of their kind.
const TableAnswer = lazy(async () => ({ default: (await import('./table/table-answer.tsx')).TableAnswer }));
const CohortAnswer = lazy(async () => ({ default: (await import('./cohorts/cohort-answer.tsx')).CohortAnswer }));

const chartHeight = 340;
const manyHeight = 460;

/** Pixels of a report's chart. */
export function heightOf(type: ReportType): number {
  return isTimeless(type) ? hoursHeight : looksOf(type).severalAxes ? manyHeight : chartHeight;
}

/** Headline, chart and table of one answer, by its shape. */
export function Answer(props: AnswerProps) {
  const Shape = { series: SeriesAnswer, table: TableAnswer, cohorts: CohortAnswer }[shapeOf(props.type)];
  return (
    <Suspense>
      <Shape {...props} />
    </Suspense>
  );
}
