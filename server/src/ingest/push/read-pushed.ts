import { type BotErrorReason, updateKinds } from '@botscope/contract';
import { isObject, type JsonObject } from '../../telegram/json.ts';
import type { ItemReader } from './body-items.ts';

export interface PushedItem {
  /** When the bot's code received the update, as its client wrote it: not checked here. */
  date?: unknown;
  update: unknown;
  /** Problem of the item; `update` is then the item as it came. */
  problem?: PushProblem;
  /** The beginning of an item that was not parsed for its size; there is no `update` then. */
  raw?: string;
}

export type PushProblem = Extract<BotErrorReason, 'NotAnItem' | 'AMessage' | 'TooLarge' | 'TooDeep'>;

/** A body that holds no updates at all, in a sentence for the programmer who sent it. */
export interface RejectedBody {
  refused: string;
}

const sentences: Readonly<Record<'NotAnItem' | 'AMessage', string>> = {
  AMessage:
    'This is a Message; send the whole Update that contains it, with its "update_id", as Telegram delivered it to the bot',
  NotAnItem: 'An item must be {"date": …, "update": …}, or a whole Telegram Update',
};

/**
 * Finds the updates in the body of either push call. Both calls accept every form that real clients send: a list of
 * `{date, update}`, a single one, a bare Update, a list of those, and the whole answer of getUpdates.
 * A list is never refused for an item: a client would send the same list again forever.
 */
export function readPushed(body: unknown): PushedItem[] | RejectedBody {
  if (Array.isArray(body)) return body.map(readListed);
  if (!isObject(body)) return { refused: 'Expected a list of {"date": …, "update": …}, or an Update' };
  if (Array.isArray(body.result)) return readPushed(body.result);
  const item = readItem(body);
  if (item !== null) return [item];
  if (body.ok === false) return { refused: 'This is an error that Telegram answered; it holds no updates' };
  return { refused: sentences[classifyProblem(body)] };
}

export const pushedReader: ItemReader<PushedItem> = {
  body: readPushed,
  item: readListed,
  unread: (raw, problem) => ({ update: undefined, raw, problem }),
};

function readListed(item: unknown): PushedItem {
  return readItem(item) ?? { update: item, problem: classifyProblem(item) };
}

function readItem(item: unknown): PushedItem | null {
  if (!isObject(item)) return null;
  if (item.update !== undefined && item.update !== null) return { date: item.date, update: item.update };
  return isUpdate(item) ? { update: item } : null;
}

/** Hand-made updates leave the id out at times; a known kind says enough. */
function isUpdate(item: JsonObject): boolean {
  return typeof item.update_id === 'number' || updateKinds.some((kind) => isObject(item[kind]));
}

function classifyProblem(item: unknown): 'NotAnItem' | 'AMessage' {
  return isObject(item) && 'message_id' in item ? 'AMessage' : 'NotAnItem';
}
