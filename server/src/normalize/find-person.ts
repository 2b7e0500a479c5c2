import type { Event } from '@botscope/contract';
import { isPresent } from '../telegram/json.ts';
import { anatomyOf, valueAt } from '../telegram/update-anatomy.ts';
import { readPerson } from '../telegram/user.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

/** The person behind it, as this update shows them. */
export function findPerson(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const { person: path } = anatomyOf(draft.event.kind);
  if (path === undefined) return nothingFound;
  const content = contentOf(draft);
  // Said in the name of a chat: `from` is then a stand-in, and 777000 ("Telegram") does not even look like a bot.
  if (isPresent(content.sender_chat)) return nothingFound;
  const person = readPerson(valueAt(content, path));
  if (person === null) return nothingFound;
  const { id: userId, ...profile } = person;
  return { userId, ...profile };
}
