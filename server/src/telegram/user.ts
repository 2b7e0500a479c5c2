import { integer, isObject, text } from './json.ts';

export interface User {
  /** 1 to 2^53 - 1. */
  id: number;
  firstName: string;
  lastName: string;
  username: string;
  /** IETF tag of the user's app; '' if there is none. */
  language: string;
  isPremium: boolean;
}

/**
 * A user, or null. Bots are not users; among them are the stand-ins that Telegram puts into `from` for anonymous
 * administrators (GroupAnonymousBot) and channels (Channel_Bot).
 */
export function parseUser(value: unknown): User | null {
  if (!isObject(value) || value.is_bot === true) return null;
  const id = integer(value.id);
  if (id <= 0) return null;
  return {
    id,
    firstName: text(value.first_name, 256),
    lastName: text(value.last_name, 256),
    username: text(value.username, 64),
    language: text(value.language_code, 35),
    isPremium: value.is_premium === true,
  };
}
