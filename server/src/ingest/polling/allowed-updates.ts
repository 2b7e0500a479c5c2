import { updateKinds } from '@botscope/contract';

/** Kinds that a bot gets only if it names them. */
const offByDefault: ReadonlySet<string> = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);
const knownKinds: ReadonlySet<string> = new Set(updateKinds);
const defaultList = updateKinds
  .filter((kind) => !offByDefault.has(kind))
  .toSorted()
  .join();

/** The kinds a bot wants; null = Telegram's default. */
export type AllowedUpdates = readonly string[] | null;

/**
 * Applies the parameter `allowed_updates` to what the bot asked for before, as Telegram does: absent, broken or no list of
 * names (telebot sends the text "null") keeps it; an empty list, or one without a known name, is the default.
 * @param parameter a list, or its JSON text
 */
export function nextAllowedUpdates(previous: AllowedUpdates, parameter: unknown): AllowedUpdates {
  const names = readNames(parameter);
  if (names === null) return previous;
  if (!names.some((name) => knownKinds.has(name)) || names.toSorted().join() === defaultList) return null;
  // Names newer than this version are kept: the bot knows what it asks for.
  return names;
}

function readNames(parameter: unknown): string[] | null {
  let list: unknown = parameter;
  if (typeof parameter === 'string') {
    try {
      list = JSON.parse(parameter);
    } catch {
      return null;
    }
  }
  if (!Array.isArray(list) || list.some((name) => typeof name !== 'string')) return null;
  return [...new Set(list.map((name) => String(name).toLowerCase()))];
}

/** Whether the bot, calling Telegram itself, would get an update of this kind. */
export function isAllowed(allowedKinds: AllowedUpdates, kind: string): boolean {
  return allowedKinds === null ? !offByDefault.has(kind) : allowedKinds.includes(kind);
}

/** Returns the kinds to request from Telegram, as JSON text: all that we know, and those that only the bot knows. */
export function superset(allowedKinds: AllowedUpdates): string {
  const unknownKinds = allowedKinds?.filter((kind) => !knownKinds.has(kind)) ?? [];
  return unknownKinds.length === 0 ? everyKind : JSON.stringify([...updateKinds, ...unknownKinds]);
}

const everyKind = JSON.stringify(updateKinds);
