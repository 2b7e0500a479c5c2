import type { User } from './telegram-types.ts';

/** Optional data about a user beside the first name; field names are Telegram's. */
export interface UserFields {
  id?: number;
  last_name?: string;
  username?: string;
  language_code?: string;
  is_premium?: boolean;
}

/** Telegram's `User` of a user: absent fields are left out and `is_premium` appears only when true. */
export function toUser(id: number, firstName: string, fields: UserFields = {}): User {
  const { last_name, username, language_code, is_premium } = fields;
  return {
    id,
    is_bot: false,
    first_name: firstName,
    ...(last_name === undefined ? {} : { last_name }),
    ...(username === undefined ? {} : { username }),
    ...(language_code === undefined ? {} : { language_code }),
    ...(is_premium === true ? { is_premium } : {}),
  };
}
