import type { Event } from '@botscope/contract';
import { importedEvent, type StartRules } from '../../events/normalize/imported-event.ts';
import type { ImportedPerson } from './read-person.ts';

/** Without a date a person leaves right after the contact, so that the past shows only those who stayed. */
const rightAfterMs = 1;

/**
 * The events that make a person a bot user at the given date and, where the list says so, one who left. They are
 * identified by person, date and source: the same list read again, or a newer one with other names, adds no duplicates.
 */
export function importPerson(bot: string, person: ImportedPerson, rules: StartRules, receivedAt: number): Event[] {
  const { addedAt, leftAt } = person;
  // A user who left at a known date had been there before it.
  const contactAt = addedAt ?? (leftAt === null ? null : leftAt - rightAfterMs);
  const contact = importedEvent({ bot, person, membership: '', at: contactAt, receivedAt, rules });
  if (!person.hasLeft) return [contact];
  const blockedAt = leftAt ?? (contactAt === null ? null : contactAt + rightAfterMs);
  const leaving = importedEvent({
    bot,
    person,
    membership: 'blocked',
    at: blockedAt,
    receivedAt: receivedAt + rightAfterMs,
    rules,
  });
  return [contact, leaving];
}
