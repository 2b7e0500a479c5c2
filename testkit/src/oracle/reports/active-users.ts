import type { ReportLine } from '@botscope/contract';
import { listBuckets, type Span, shiftDay } from '../calendar.ts';
import { actionsIn, collectUsers } from '../fact-sets.ts';
import { line, mean, share } from '../lines.ts';
import type { Look } from '../question.ts';

export function activeUsers(look: Look): ReportLine[] {
  const active = line('active', look, (span) => countVisitors(look, span));
  if (look.question.detail === 'hour') return [active];
  return [
    active,
    line('last_1', look, (span) => ofLastDays(look, span, 1)),
    line('last_7', look, (span) => ofLastDays(look, span, 7)),
    line('last_30', look, (span) => ofLastDays(look, span, 30)),
    { ...line('stickiness', look, (span) => stickiness(look, span)), unit: 'percent' },
  ];
}

function countVisitors({ acts }: Look, span: Span): number {
  return collectUsers(actionsIn(acts, span)).size;
}

/** Local days that have begun, from a month before the period on. */
function daysGoneBy({ days, question }: Look): Span[] {
  const earlierDays = { ...days, from: shiftDay(days.from, -31) };
  return listBuckets(earlierDays, 'day').filter(({ start }) => start <= question.now);
}

/** Counts the visitors of the last `count` days up to the stretch's last one, or today. Days to come have none. */
function ofLastDays(look: Look, span: Span, count: number): number {
  const window = findWindow(look, span, count);
  return window ? countVisitors(look, window) : 0;
}

/** Finds the last `count` days up to the stretch's last one, or today; null for a stretch to come. */
export function findWindow(look: Look, span: Span, count: number): Span | null {
  const until = daysGoneBy(look).filter(({ start }) => start < span.end);
  const window = until.slice(-count);
  const [first, last] = [window.at(0), window.at(-1)];
  if (!first || !last || last.start < span.start) return null;
  return { start: first.start, end: last.end };
}

/** The mean day's visitors in per cent of those of the last 30 days. */
function stickiness(look: Look, span: Span): number | null {
  const days = daysGoneBy(look).filter(({ start }) => start >= span.start && start < span.end);
  const meanDay = mean(days.map((day) => countVisitors(look, day)));
  return meanDay === null ? null : share(meanDay, ofLastDays(look, span, 30));
}
