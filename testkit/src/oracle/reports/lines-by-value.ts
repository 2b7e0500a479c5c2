import type { ReportLine } from '@botscope/contract';
import { isWithin } from '../calendar.ts';
import { line } from '../lines.ts';
import type { Look } from '../question.ts';
import { othersName } from '../words.ts';

/** Sessions, each with a moment at which it counts: the ten most frequent values of the period, and all others. */
export function linesByValue(look: Look, sessions: readonly { time: number; value: string }[]): ReportLine[] {
  const inPeriod = sessions.filter(({ time }) => isWithin(time, look.span));
  const count = (value: string) => inPeriod.filter((session) => session.value === value).length;
  const frequentValues = [...new Set(inPeriod.map(({ value }) => value))]
    .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1))
    .slice(0, 10);
  const names = look.named ?? frequentValues;
  const buildLine = (name: string, belongs: (value: string) => boolean) =>
    line(name, look, (span) => sessions.filter(({ time, value }) => isWithin(time, span) && belongs(value)).length);
  const othersLine = buildLine(othersName, (value) => !names.includes(value));
  return [
    ...names.map((name) => buildLine(name, (value) => value === name)),
    ...(othersLine.total ? [othersLine] : []),
  ];
}
