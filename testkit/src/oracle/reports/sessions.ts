import type { ReportLine } from '@botscope/contract';
import { line, mean, median, share } from '../lines.ts';
import type { Look } from '../question.ts';
import { duration, sessionsIn } from '../sessions.ts';

export function sessionCount(look: Look): ReportLine[] {
  return [line('sessions', look, (span) => sessionsIn(look, span).length)];
}

export function avgDurationSession(look: Look): ReportLine[] {
  return [
    line('mean', look, (span) => mean(sessionsIn(look, span).map(duration))),
    line('median', look, (span) => median(sessionsIn(look, span).map(duration))),
  ];
}

export function avgEventsSession(look: Look): ReportLine[] {
  return [line('mean', look, (span) => mean(sessionsIn(look, span).map((session) => session.length)))];
}

export function rejection(look: Look): ReportLine[] {
  return [
    line('rejection', look, (span) => {
      const sessions = sessionsIn(look, span);
      return share(sessions.filter((session) => session.length === 1).length, sessions.length);
    }),
  ];
}
