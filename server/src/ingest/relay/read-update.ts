import type { UpdateKind } from '@botscope/contract';
import { isBoundedJson } from '../../platform/json/json-pieces.ts';
import { dayMs } from '../../platform/time-units.ts';
import { integer, isObject, type JsonObject } from '../../telegram/json.ts';
import { anatomyOf, detectUpdateKind, valueAt } from '../../telegram/update-anatomy.ts';
import { isAllowed } from '../polling/allowed-updates.ts';
import type { HookBot } from './relay-parts.ts';

/** Characters that are parsed without measuring: most updates. */
export const unmeasuredLength = 8_192;

/** An update with a number. */
export interface Known extends QueueKey {
  id: number;
}

/** Our secret came with it: the webhook at Telegram is of our making, for all kinds of update. */
export const isOwnWebhook = (bot: HookBot, incoming: { secret: string | null }): boolean =>
  incoming.secret === bot.ourHookSecret;

/** Whether Telegram would have sent the bot this kind, had it set the webhook itself. */
export function isWanted({ allowedUpdates }: HookBot, update: JsonObject): boolean {
  const kind = detectUpdateKind(update) ?? Object.keys(update).find((name) => name !== 'update_id');
  return kind === undefined || isAllowed(allowedUpdates?.length ? allowedUpdates : null, kind);
}

/**
 * Returns the queue key of an update; null if it has no number, because then it cannot be kept apart from its copies
 * and is not queued.
 */
export function identifyUpdate(update: JsonObject): Known | null {
  const id = update.update_id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? { id, ...resolveQueueKey(update) } : null;
}

/** Null for what is no update: no JSON, or larger than any of Telegram's, which would block all others. */
export function parseUpdate(raw: string): JsonObject | null {
  try {
    if (raw.length > unmeasuredLength && !isBoundedJson(Buffer.from(raw))) return null;
    const value: unknown = JSON.parse(raw);
    return isObject(value) ? value : null;
  } catch {
    // A body that is not Telegram's is passed on all the same, and there is nothing to record.
    return null;
  }
}

/** Updates of one lane reach the bot in order; lanes do not wait for each other. Telegram itself delivers so. */
interface QueueKey {
  lane: string;
  /** Milliseconds for which the update is worth delivering. */
  lifeMs: number;
}

/** Kinds that keep one order within a chat. */
const chatKinds: ReadonlySet<UpdateKind> = new Set([
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
]);

/** Kinds with an order of their own in chats that a bot manages for a business account: another queue at Telegram. */
const businessKinds: ReadonlySet<UpdateKind> = new Set([
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
]);

/** Telegram drops these sooner than the rest: it would refuse an answer that comes later. */
const lives: ReadonlyMap<string, number> = new Map([
  ['inline_query', 30_000],
  ['callback_query', 150_000],
  ['shipping_query', 150_000],
  ['pre_checkout_query', 150_000],
  ['chosen_inline_result', 600_000],
]);

/** The queue of an update, and how long it lives. Unknown kinds share one queue, so that they too keep their order. */
export function resolveQueueKey(update: JsonObject): QueueKey {
  const kind = detectUpdateKind(update);
  if (kind === null) return { lane: 'other', lifeMs: dayMs };
  const content = update[kind];
  const { chat, user } = anatomyOf(kind);
  const idAt = (path: readonly string[] | undefined): number => {
    const entity = path === undefined ? undefined : valueAt(content as JsonObject, path);
    return isObject(entity) ? integer(entity.id) : 0;
  };
  const lifeMs = lives.get(kind) ?? dayMs;
  if (chatKinds.has(kind)) return { lane: `chat ${idAt(chat)}`, lifeMs };
  if (businessKinds.has(kind)) return { lane: `business ${idAt(chat)}`, lifeMs };
  return { lane: `${kind} ${idAt(user) || idAt(chat)}`, lifeMs };
}
