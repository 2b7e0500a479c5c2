import { isWithin, type Span } from './calendar.ts';
import type { Fact } from './facts/fact.ts';

/** Returns the actions of users in a stretch of time. */
export function actionsIn(facts: readonly Fact[], span: Span): Fact[] {
  return facts.filter((fact) => fact.isAction && isWithin(fact.time, span));
}

/** Different users; who hides behind a group is nobody. */
export function collectUsers(facts: readonly { userId: number }[]): Set<number> {
  const users = new Set(facts.map(({ userId }) => userId));
  users.delete(0);
  return users;
}

/** The time of each user's first contact. */
export function firstContacts(facts: readonly Fact[]): Map<number, number> {
  const firsts = new Map<number, number>();
  for (const { userId, isContact, time } of facts) {
    if (isContact && userId !== 0) firsts.set(userId, Math.min(time, firsts.get(userId) ?? time));
  }
  return firsts;
}

/** The moment of the bot's first event; null without any. */
export function firstMoment(facts: readonly Fact[]): number | null {
  return facts.length === 0 ? null : Math.min(...facts.map(({ time }) => time));
}
