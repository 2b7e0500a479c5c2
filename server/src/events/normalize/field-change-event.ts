import type { Event, FieldType, FieldValue, FieldWriter } from '@botscope/contract';
import { dayMs } from '../../platform/time-units.ts';
import { blankEvent } from './blank-event.ts';
import { hashEventId } from './event-id.ts';

/** A new value of a custom field, or its removal. */
export interface ChangedField {
  /** Public key of the bot. */
  bot: string;
  userId: number;
  key: string;
  type: FieldType;
  /** A date as ISO 8601 in UTC; null removes the value. */
  value: FieldValue | null;
  by: { kind: FieldWriter; account?: string };
  /** Unix ms. */
  at: number;
  /** The greater version wins among changes of one value; below 2^53. */
  version: number;
}

/**
 * The event of a changed value. It is no action and no contact, and no report counts it; the event store keeps the newest
 * value from it (`field_values`). There are no copies of it: each write is an event of its own.
 */
export function fieldChangeEvent({ bot, userId, key, type, value, by, at, version }: ChangedField): Event {
  return {
    ...blankEvent({ bot, receivedAt: at }),
    userId,
    chatId: userId,
    kind: 'field_change',
    name: key,
    partitionKey: Math.floor(at / dayMs),
    id: hashEventId(`${bot} field_change ${JSON.stringify([userId, key, version])}`),
    payload: JSON.stringify({ field_change: { key, type, value, is_set: value !== null, version, by } }),
  };
}
