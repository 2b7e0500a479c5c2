import type { Event } from '@botscope/contract';
import type { Question } from './question.ts';

/** How a person was shown last. */
interface Profile {
  firstName: string;
  language: string;
  isPremium: boolean;
}

/**
 * The newest profile of everybody who met the bot. It is looked for among all copies, for a late one shows the person as
 * well. Within one millisecond the last by alphabet counts.
 */
export function newestProfiles(copies: readonly Event[]): Map<number, Profile> {
  const newest = new Map<number, Event>();
  for (const event of copies) {
    if (!event.isMeeting || event.userId === 0) continue;
    const known = newest.get(event.userId);
    if (!known || isNewer(event, known)) newest.set(event.userId, event);
  }
  return newest;
}

function isNewer(a: Event, b: Event): boolean {
  const key = ({ firstName, lastName, username, language, isPremium }: Event) =>
    [firstName, lastName, username, language, String(isPremium)].join('\0');
  return a.time > b.time || (a.time === b.time && key(a) > key(b));
}

/** The region of a language tag, `pt-br` → `BR`; '' where it names none. */
export function countryOf({ language }: Profile): string {
  return (/[-_]([a-z]{2})$/i.exec(language)?.[1] ?? '').toUpperCase();
}

export function genderOf({ firstName }: Profile, question: Question): string {
  return question.genderOf(firstName).gender;
}
