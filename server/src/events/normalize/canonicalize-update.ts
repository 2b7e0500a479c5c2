import { integer, isObject, type JsonObject } from '../../telegram/json.ts';
import { parseSenderTime } from '../../telegram/sender-time.ts';
import { detectUpdateKind } from '../../telegram/update-anatomy.ts';

/** Names that aiogram 3 writes without `by_alias`, where Telegram's are words of Python or taken. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['from_user', 'from'],
  ['bot_user', 'bot'],
]);
/** Members that are users or chats; ids of queries are texts at Telegram too. */
const parties: ReadonlySet<string> = new Set([
  'from',
  'user',
  'chat',
  'bot',
  'via_bot',
  'sender_chat',
  'actor_chat',
  'voter_chat',
  'sender_business_bot',
  'new_chat_members',
  'left_chat_member',
  'receiver_user',
  'user_chat',
]);
const dates: ReadonlySet<string> = new Set(['date', 'edit_date', 'add_date', 'remove_date', 'expiration_date']);
const numbers: ReadonlySet<string> = new Set(['update_id', 'message_id']);
/** Telegram nests some twenty levels; what is deeper is left as it came. */
const deepest = 100;

/**
 * An update in Telegram's own form, where a framework's serializer has changed it: `from_user` for `from`, ids as texts,
 * dates as ISO texts or in milliseconds, a private chat without its type. So a copy in either form is the same event.
 * The same object if there is nothing to change, as in all but some thousandths of the traffic.
 */
export function canonicalizeUpdate(update: JsonObject): JsonObject {
  const kind = detectUpdateKind(update);
  const content = kind === null ? undefined : update[kind];
  if (!isObject(content) || !isChanged(content)) return update;
  return rewriteMembers(update, '', 0);
}

function isChanged(content: JsonObject): boolean {
  const { from_user, bot_user, from, user, chat, date, message } = content;
  if (isObject(from_user) || isObject(bot_user)) return true;
  if (isChangedParty(from) || isChangedParty(user) || isChangedChat(chat)) return true;
  if (typeof date === 'string' || (typeof date === 'number' && date >= smallestMilliseconds)) return true;
  return isObject(message) && isChangedChat(message.chat);
}

/** As seconds they would lie beyond the year 5100. */
const smallestMilliseconds = 100_000_000_000;
const isChangedParty = (party: unknown): boolean => isObject(party) && typeof party.id === 'string';
const isChangedChat = (chat: unknown): boolean =>
  isObject(chat) &&
  (typeof chat.id === 'string' || ((chat.type === undefined || chat.type === null) && integer(chat.id) > 0));

function rewrite(value: unknown, parent: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, parent, depth + 1));
  return rewriteMembers(value as JsonObject, parent, depth);
}

function rewriteMembers(members: JsonObject, parent: string, depth: number): JsonObject {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const alias = aliases.get(name);
    const key = alias !== undefined && isAbsent(members[alias]) ? alias : name;
    // A null beside its alias must not take the alias's place.
    if (isAbsent(value) && result[key] !== undefined) continue;
    // Defined, not assigned: "__proto__" is a name like any other.
    Object.defineProperty(result, key, {
      value: rewriteMember(key, value, parent, depth),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  if (parent === 'chat' && isAbsent(result.type) && integer(result.id) > 0) result.type = 'private';
  return result;
}

function rewriteMember(key: string, value: unknown, parent: string, depth: number): unknown {
  if (typeof value === 'string' && ((key === 'id' && parties.has(parent)) || numbers.has(key)))
    return parseSafeInteger(value);
  if (dates.has(key)) return toUnixSeconds(value);
  return rewrite(value, key, depth + 1);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function parseSafeInteger(text: string): number | string {
  const number = Number(text);
  return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(number) ? number : text;
}

/** Unix seconds of what is a moment in another form; anything else as it came. */
function toUnixSeconds(date: unknown): unknown {
  if (typeof date !== 'string' && !(typeof date === 'number' && date >= smallestMilliseconds)) return date;
  const time = parseSenderTime(date, Number.MAX_SAFE_INTEGER);
  return typeof time === 'number' ? Math.floor(time / 1_000) : date;
}
