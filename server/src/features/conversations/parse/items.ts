import type { ConversationItem } from '@botscope/contract';
import { child, isObject, type JsonObject } from '../../../telegram/json.ts';
import type { FullRow } from '../read/history.ts';
import { callItems } from './call.ts';
import { messageItem } from './message.ts';
import { noteItem } from './note.ts';

/** A payload as an object; an empty one where the content was deleted by the bot's data retention. */
export function parsePayload(payload: string): JsonObject {
  try {
    const value: unknown = JSON.parse(payload);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The lines of the conversation that an event makes: one, but for an album that was sent with one call. */
export function toItems(row: FullRow): ConversationItem[] {
  const payload = parsePayload(row.payload);
  if (row.kind === 'call') return callItems(row, payload);
  if (row.kind === 'message') return [messageItem(row, child(payload, 'message'))];
  if (row.kind === 'edited_message') {
    return [{ ...messageItem(row, child(payload, row.kind)), is_original_missing: true }];
  }
  return [noteItem(row, child(payload, row.kind))];
}
