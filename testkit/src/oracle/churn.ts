import { firstContacts } from './fact-sets.ts';
import type { Fact } from './facts/fact.ts';

/** A present user left, or an absent one returned. */
interface Change {
  userId: number;
  time: number;
  to: 'left' | 'returned';
}

/** All changes of all users, without news that changes nothing: leaving twice, or before the first contact. */
export function changes(events: readonly Fact[]): Change[] {
  return [...firstContacts(events)].flatMap(([userId, firstContact]) => {
    const news = events.filter(
      (event) => event.userId === userId && event.time >= firstContact && showsPresence(event),
    );
    return findChanges(userId, news);
  });
}

/** An entry in an uploaded list says that the user was there once, not that they are there now. */
function showsPresence({ isAction, membership }: Fact): boolean {
  return isAction || membership !== '';
}

function findChanges(userId: number, news: readonly Fact[]): Change[] {
  // If an action and a block share a millisecond, the action came first.
  const inOrder = [...news].sort((a, b) => a.time - b.time || Number(leaves(a)) - Number(leaves(b)));
  const userChanges: Change[] = [];
  let hasLeft = false;
  for (const event of inOrder) {
    if (leaves(event) !== hasLeft) userChanges.push({ userId, time: event.time, to: hasLeft ? 'returned' : 'left' });
    hasLeft = leaves(event);
  }
  return userChanges;
}

const leaves = ({ membership }: Fact): boolean => membership === 'blocked';
