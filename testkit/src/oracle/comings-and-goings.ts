import type { Fact } from './facts/fact.ts';
import { firstMeetings } from './happenings.ts';

/** Somebody who was there left, or somebody who had left came back. */
interface Change {
  userId: number;
  time: number;
  to: 'left' | 'returned';
}

/** All changes of everybody. News that changes nothing is left out: leaving twice, or before the first meeting. */
export function changes(events: readonly Fact[]): Change[] {
  return [...firstMeetings(events)].flatMap(([userId, met]) => {
    const news = events.filter((event) => event.userId === userId && event.time >= met && tellsWhereTheyAre(event));
    return changesOf(userId, news);
  });
}

/** Standing in an uploaded list says that somebody was there once, not that they are there now. */
function tellsWhereTheyAre({ isAction, membership }: Fact): boolean {
  return isAction || membership !== '';
}

function changesOf(userId: number, news: readonly Fact[]): Change[] {
  // Of an action and a block in the same millisecond, the action came first.
  const inOrder = [...news].sort((a, b) => a.time - b.time || Number(leaves(a)) - Number(leaves(b)));
  const found: Change[] = [];
  let gone = false;
  for (const event of inOrder) {
    if (leaves(event) !== gone) found.push({ userId, time: event.time, to: gone ? 'returned' : 'left' });
    gone = leaves(event);
  }
  return found;
}

const leaves = ({ membership }: Fact): boolean => membership === 'blocked';
