import { isObject, type JsonObject } from '../../telegram/json.ts';

/** Members of an update beside its number: one is enough, and a body may have thousands. */
const maxMembers = 20;

/**
 * The user that an item names which could not be read as an event, for the error log; null if it names none: itself,
 * the update or the parameters in it, and their members. Chats of groups have negative numbers.
 */
export function userNamedIn(item: unknown): number | null {
  if (!isObject(item)) return null;
  const outer = [item, item.update, item.params].filter(isObject);
  const inner = outer.flatMap((one) => Object.values(one).slice(0, maxMembers).filter(isObject));
  for (const one of [...outer, ...inner]) {
    const id = idIn(one);
    if (id !== null) return id;
  }
  return null;
}

function idIn({ user_id, from, user, chat_id, chat }: JsonObject): number | null {
  const candidates = [user_id, isObject(from) ? from.id : null, isObject(user) ? user.id : null, chat_id];
  const ids = [...candidates, isObject(chat) ? chat.id : null].map(Number);
  return ids.find((id) => Number.isSafeInteger(id) && id > 0) ?? null;
}
