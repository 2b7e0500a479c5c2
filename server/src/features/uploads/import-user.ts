import type { Event } from '@botscope/contract';
import { importedEvent, type StartRules } from '../../events/normalize/imported-event.ts';
import type { ImportedUser } from './read-user.ts';

/** Without a date a user leaves right after the contact, so that the past shows only those who stayed. */
const rightAfterMs = 1;

/**
 * The events that make a user a bot user at the given date and, where the list says so, one who left. They are
 * identified by user, date and source: the same list read again, or a newer one with other names, adds no duplicates.
 */
export function importUser(bot: string, user: ImportedUser, rules: StartRules, receivedAt: number): Event[] {
  const { addedAt, leftAt } = user;
  // A user who left at a known date had been there before it.
  const contactAt = addedAt ?? (leftAt === null ? null : leftAt - rightAfterMs);
  const contact = importedEvent({ bot, user, membership: '', at: contactAt, receivedAt, rules });
  if (!user.hasLeft) return [contact];
  const blockedAt = leftAt ?? (contactAt === null ? null : contactAt + rightAfterMs);
  const leaving = importedEvent({
    bot,
    user,
    membership: 'blocked',
    at: blockedAt,
    receivedAt: receivedAt + rightAfterMs,
    rules,
  });
  return [contact, leaving];
}
