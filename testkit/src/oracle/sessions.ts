import { isWithin, type Span } from './calendar.ts';
import { actionsIn, collectUsers } from './fact-sets.ts';
import type { Look } from './question.ts';

/** The times of one session's actions, rising, Unix ms. */
type Session = readonly number[];

interface OwnSession {
  userId: number;
  times: Session;
}

const twoDaysMs = 2 * 86_400_000;

/** Sessions of all users with an id that begin in the time span. */
export function sessionsIn(look: Look, span: Span): Session[] {
  return sessionsOfUsers(look)
    .map(({ times }) => times)
    .filter(([first = 0]) => isWithin(first, span));
}

/** A session goes on as long as no pause reaches the gap; nobody is followed for more than two days past the period. */
export function sessionsOfUsers({ acts, span, question }: Look): OwnSession[] {
  const actions = actionsIn(acts, { start: 0, end: span.end + twoDaysMs });
  const sessions: { userId: number; times: number[] }[] = [];
  for (const userId of collectUsers(actions)) {
    let session: number[] = [];
    for (const { time } of actions.filter((action) => action.userId === userId)) {
      const pause = time - (session.at(-1) ?? Number.NEGATIVE_INFINITY);
      if (pause < question.sessionGapMinutes * 60_000) {
        session.push(time);
        continue;
      }
      session = [time];
      sessions.push({ userId, times: session });
    }
  }
  return sessions;
}

/** Seconds from the first to the last action. */
export function duration(session: Session): number {
  return ((session.at(-1) ?? 0) - (session.at(0) ?? 0)) / 1_000;
}
