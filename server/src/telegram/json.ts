/**
 * Readers of unknown JSON. Telegram's updates reach us through clients that we did not write, so nothing about their
 * shape is taken for granted: a reader answers with a value that can be stored, and never throws.
 */
export type JsonObject = { readonly [key: string]: unknown };

const nothing: JsonObject = Object.freeze({});

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object below `key`; an empty one if there is none, so that readers can be chained. */
export function child(parent: JsonObject, key: string): JsonObject {
  const value = parent[key];
  return isObject(value) ? value : nothing;
}

/**
 * True if a client meant to say something by the field. Several serialisers write every field they know:
 * python-telegram-bot 13 sends `delete_chat_photo: false` and `new_chat_members: []` with each message, others send nulls.
 */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** A whole number within ±2^53; 0 for anything else. */
export function integer(value: unknown): number {
  // "+ 0" turns a negative zero, which JSON can carry, into the ordinary one.
  return Number.isSafeInteger(value) ? (value as number) + 0 : 0;
}

/**
 * A string of at most `maxLength` UTF-16 units; '' for anything else. Half a surrogate pair, whether sent or made by the
 * cut, becomes U+FFFD: it has no UTF-8 form, and an engine may refuse the whole row for it.
 */
export function text(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return '';
  return (value.length > maxLength ? value.slice(0, maxLength) : value).toWellFormed();
}
