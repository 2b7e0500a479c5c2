import type { JsonObject } from '../../telegram/json.ts';
import type { BotRow } from '../bots/bots.ts';
import type { FormerWebhook } from './take-over.ts';

/** Derives the bot's getWebhookInfo, as it would be without us, from that of our webhook. */
export function ownWebhookInfo(
  bot: Pick<BotRow, 'webhook' | 'allowed_updates'>,
  formerWebhook: FormerWebhook | null,
  info: JsonObject,
  queued: number,
): JsonObject {
  const pending = (typeof info.pending_update_count === 'number' ? info.pending_update_count : 0) + queued;
  const kinds = bot.allowed_updates;
  const kindFields = kinds === null || kinds.length === 0 ? {} : { allowed_updates: kinds };
  const base = { url: bot.webhook, has_custom_certificate: false, pending_update_count: pending };
  if (bot.webhook === '') return { ...base, ...kindFields };
  const { last_error_date, last_error_message, last_synchronization_error_date, max_connections } = info;
  return {
    ...base,
    ...(last_error_date === undefined ? {} : { last_error_date, last_error_message }),
    ...(last_synchronization_error_date === undefined ? {} : { last_synchronization_error_date }),
    max_connections: formerWebhook?.max_connections ?? max_connections ?? 40,
    ...(formerWebhook !== null && formerWebhook.ip_address !== '' ? { ip_address: formerWebhook.ip_address } : {}),
    ...kindFields,
  };
}
