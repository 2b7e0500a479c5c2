import type { Event } from '@botscope/contract';
import { type Span, within } from './calendar.ts';

/** Each thing once, whatever number of copies came: as the copy tells it that reached us first. In the order of time. */
export function eachOnce(events: readonly Event[]): Event[] {
  const first = new Map<string, Event>();
  for (const event of events) {
    const known = first.get(event.id);
    if (!known || event.receivedAt < known.receivedAt) first.set(event.id, event);
  }
  return [...first.values()].sort((a, b) => a.time - b.time);
}

/** What people did in a stretch of time. */
export function actionsIn(events: readonly Event[], span: Span): Event[] {
  return events.filter((event) => event.isAction && within(event.time, span));
}

/** Different people; who hides behind a group is nobody. */
export function peopleOf(events: readonly { userId: number }[]): Set<number> {
  const people = new Set(events.map(({ userId }) => userId));
  people.delete(0);
  return people;
}

/** When each person met the bot first. */
export function firstMeetings(events: readonly Event[]): Map<number, number> {
  const met = new Map<number, number>();
  for (const { userId, isMeeting, time } of events) {
    if (isMeeting && userId !== 0) met.set(userId, Math.min(time, met.get(userId) ?? time));
  }
  return met;
}
