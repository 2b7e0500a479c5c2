import type { ReportLine } from '@botscope/contract';
import { isWithin } from '../calendar.ts';
import { changes } from '../churn.ts';
import { actionsIn, collectUsers, firstContacts } from '../fact-sets.ts';
import { level, line, share } from '../lines.ts';
import type { Look } from '../question.ts';

/** Counts users whose first contact with the bot lies in the bucket. */
export function newUsers(look: Look): ReportLine[] {
  const firsts = [...firstContacts(look.lives).values()];
  return [line('new', look, (span) => firsts.filter((time) => isWithin(time, span)).length)];
}

export function visitors(look: Look): ReportLine[] {
  return [line('visitors', look, (span) => collectUsers(actionsIn(look.acts, span)).size)];
}

export function leftUsers(look: Look): ReportLine[] {
  const departures = changes(look.lives).filter(({ to }) => to === 'left');
  return [line('left', look, (span) => collectUsers(departures.filter(({ time }) => isWithin(time, span))).size)];
}

export function returnUsers(look: Look): ReportLine[] {
  const returned = changes(look.lives).filter(({ to }) => to === 'returned');
  return [line('returned', look, (span) => collectUsers(returned.filter(({ time }) => isWithin(time, span))).size)];
}

/** Counts users who are known, there, and gone when the bucket ends. */
export function countUsers(look: Look): ReportLine[] {
  const all = (end: number) => [...firstContacts(look.lives).values()].filter((time) => time < end).length;
  const live = (end: number) => all(end) - goneAt(look, end).size;
  return [
    level('all', look, all),
    level('live', look, live),
    level('left', look, (end) => goneAt(look, end).size),
    { ...level('share', look, (end) => share(live(end), all(end))), unit: 'percent' },
  ];
}

/** Finds users whose last change before a moment was to leave. */
export function goneAt({ lives }: Pick<Look, 'lives'>, end: number): Set<number> {
  const departedUsers = new Set<number>();
  for (const { userId, time, to } of changes(lives)) {
    if (time >= end) continue;
    if (to === 'left') departedUsers.add(userId);
    else departedUsers.delete(userId);
  }
  return departedUsers;
}

/** Counts users who are there at a bucket's end, and how often users came and went. */
export function usersGraph(look: Look): ReportLine[] {
  const moved = changes(look.lives);
  const count = (to: string) =>
    line(to, look, (span) => moved.filter((m) => m.to === to && isWithin(m.time, span)).length);
  const live = countUsers(look).find(({ name }) => name === 'live');
  return [...(live ? [live] : []), ...newUsers(look), count('returned'), count('left')];
}
