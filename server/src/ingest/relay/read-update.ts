import { isBoundedJson } from '../../platform/json/json-pieces.ts';
import { isObject, type JsonObject } from '../../telegram/json.ts';
import { detectUpdateKind } from '../../telegram/update-anatomy.ts';
import { isAllowed } from '../polling/allowed-updates.ts';
import { type QueueKey, resolveQueueKey } from './lane.ts';
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
