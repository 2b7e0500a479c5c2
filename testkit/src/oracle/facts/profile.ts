import type { Profile } from './fact.ts';
import { valueAt, wordAt } from './json.ts';

/** A user as Telegram's `User` shows them. */
export function toProfile(user: unknown): Profile {
  return {
    firstName: wordAt(user, 'first_name'),
    lastName: wordAt(user, 'last_name'),
    username: wordAt(user, 'username'),
    language: wordAt(user, 'language_code'),
    isPremium: valueAt(user, 'is_premium') === true,
  };
}
