import type { Event } from '@botscope/contract';
import { isObject, isPresent } from '../../telegram/json.ts';
import { anatomyOf, valueAt } from '../../telegram/update-anatomy.ts';
import { parseUser } from '../../telegram/user.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

/** The user behind it, as this update shows them. */
export function extractUser(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const { user: path } = anatomyOf(draft.event.kind);
  if (path === undefined) return nothingFound;
  const content = contentOf(draft);
  // Said in the name of a chat: `from` is then a stand-in, and 777000 ("Telegram") does not even look like a bot.
  if (isPresent(content.sender_chat)) return nothingFound;
  const user = parseUser(valueAt(content, path));
  if (user === null) return nothingFound;
  const { id: userId, ...profile } = user;
  return { userId, ...profile };
}

/** True if the update is of a kind that has a user and shows nobody, be it a bot or a chat: its sender changed its form. */
export function lacksUser(draft: Pick<Draft, 'update' | 'event'>): boolean {
  const { user: path, mayLackUser = false } = anatomyOf(draft.event.kind);
  if (draft.event.userId !== 0 || mayLackUser || path === undefined) return false;
  const content = contentOf(draft);
  if (isPresent(content.sender_chat) || isPresent(content.actor_chat) || isPresent(content.voter_chat)) return false;
  const user = valueAt(content, path);
  return !(isObject(user) && user.is_bot === true);
}
