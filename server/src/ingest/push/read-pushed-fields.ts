import type { BotErrorReason } from '@botscope/contract';
import { isObject } from '../../telegram/json.ts';
import type { ItemReader } from './body-items.ts';

/** A value for a custom field, as its client sent it: whether the field takes it is checked later. */
export interface PushedFieldValue {
  key: string;
  userId: number;
  /** Null removes the value. */
  value: unknown;
  /** Problem of the item; the other members are then empty. */
  problem?: Extract<BotErrorReason, 'NotAFieldValue' | 'TooLarge' | 'TooDeep'>;
  /** The item as it came; of one that was not parsed for its size, the beginning of its text. */
  item: unknown;
}

const expected = 'Expected a list of {"key": …, "value": …, "user_id": …}';
const longestKey = 64;

/** Like updates, a list is never refused for an item: a client would send the same list again forever. */
export const fieldValueReader: ItemReader<PushedFieldValue> = {
  body(body) {
    if (Array.isArray(body)) return body.map(readItem);
    const one = readItem(body);
    return one.problem === undefined ? [one] : { refused: expected };
  },
  item: readItem,
  unread: (text, problem) => ({ key: '', userId: 0, value: null, problem, item: text }),
};

function readItem(item: unknown): PushedFieldValue {
  if (isObject(item) && typeof item.key === 'string' && item.key.length <= longestKey && item.value !== undefined) {
    const userId = readUserId(item.user_id);
    if (userId !== null) return { key: item.key, userId, value: item.value, item };
  }
  return { key: '', userId: 0, value: null, problem: 'NotAFieldValue', item };
}

/** An integer, or the same as text. */
function readUserId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
