import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';
import { integer, isObject, type JsonObject, text } from '../../telegram/json.ts';
import type { TelegramAnswer, TelegramClient } from '../../telegram/telegram-client.ts';

/** The bot that a token opens. */
export interface WhoIs {
  id: number;
  username: string;
  first_name: string;
}

/** Result of getWebhookInfo; `url` is '' where there is no webhook. */
export interface WebhookInfo {
  url: string;
  hasCertificate: boolean;
  pending: number;
  maxConnections: number | null;
  /** Null = Telegram's default kinds. */
  allowedUpdates: string[] | null;
  ipAddress: string;
  /** Unix ms; null = no failed delivery. */
  lastErrorAt: number | null;
  lastError: string;
}

export interface WebhookToSet {
  url: string;
  secret: string | null;
  /** Null = Telegram's default kinds. */
  allowedUpdates: readonly string[] | null;
  maxConnections: number;
}

/** The few methods by which a bot is connected. Each takes Telegram's API root and the bot's token. */
export interface BotApi {
  /** @throws AppError WrongToken (field token), TelegramUnavailable */
  whoIs(root: string, token: string): Promise<WhoIs>;
  /** @throws AppError WrongToken, TelegramRefused, TelegramUnavailable */
  webhookInfo(root: string, token: string): Promise<WebhookInfo>;
  /** Waiting updates stay. Gives Telegram's words. @throws AppError UnknownErrorInitWebhook with Telegram's words, WrongToken, TelegramUnavailable */
  setWebhook(root: string, token: string, webhook: WebhookToSet): Promise<string>;
  /** Waiting updates stay. @throws as setWebhook */
  deleteWebhook(root: string, token: string): Promise<string>;
  /** Any method, once, with Telegram's own answer. @throws AppError TelegramUnavailable */
  call: TelegramClient['call'];
}

/** Telegram allows one setWebhook a second, and says so with a pause of one second. */
const longestPauseS = 5;
const tries = 4;

export function createBotApi(client: TelegramClient): BotApi {
  const ask = async (root: string, token: string, method: string, params?: Record<string, unknown>) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await client.call(root, token, method, params);
      const seconds = answer.ok ? 0 : (answer.parameters?.retry_after ?? 0);
      if (answer.ok || answer.error_code !== 429 || seconds > longestPauseS || attempt === tries) return answer;
      await pause(seconds * 1_000);
    }
  };
  const webhookCall = async (root: string, token: string, method: string, params: Record<string, unknown>) => {
    const answer = await ask(root, token, method, params);
    if (answer.ok) return answer.description ?? '';
    throw telegramError(answer, 'UnknownErrorInitWebhook');
  };
  return {
    call: client.call,
    async whoIs(root, token) {
      const answer = await ask(root, token, 'getMe');
      if (!answer.ok) throw telegramError(answer, 'TelegramRefused');
      const me = toObject(answer);
      return { id: integer(me.id), username: text(me.username, 64), first_name: text(me.first_name, 256) };
    },
    async webhookInfo(root, token) {
      const answer = await ask(root, token, 'getWebhookInfo');
      if (!answer.ok) throw telegramError(answer, 'TelegramRefused');
      return readWebhookInfo(toObject(answer));
    },
    setWebhook: (root, token, webhook) => webhookCall(root, token, 'setWebhook', setWebhookParams(webhook)),
    deleteWebhook: (root, token) => webhookCall(root, token, 'deleteWebhook', {}),
  };
}

export const setWebhookParams = (webhook: WebhookToSet): Record<string, unknown> => ({
  url: webhook.url,
  max_connections: webhook.maxConnections,
  // An empty list means the default kinds; leaving it out would keep the list of before.
  allowed_updates: webhook.allowedUpdates ?? [],
  ...(webhook.secret === null ? {} : { secret_token: webhook.secret }),
});

/** Telegram answers 404 to a token that never was one, 401 to one that was. */
function telegramError(
  answer: TelegramAnswer & { ok: false },
  otherwise: 'TelegramRefused' | 'UnknownErrorInitWebhook',
) {
  if (answer.error_code === 401 || answer.error_code === 404) return new AppError('WrongToken', { field: 'token' });
  return new AppError(otherwise, { message: answer.description });
}

const toObject = (answer: TelegramAnswer & { ok: true }): JsonObject => (isObject(answer.result) ? answer.result : {});

function readWebhookInfo(info: JsonObject): WebhookInfo {
  const kinds = info.allowed_updates;
  return {
    url: text(info.url, 4_096),
    hasCertificate: info.has_custom_certificate === true,
    pending: integer(info.pending_update_count),
    maxConnections: typeof info.max_connections === 'number' ? info.max_connections : null,
    allowedUpdates: Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === 'string') : null,
    ipAddress: text(info.ip_address, 64),
    lastErrorAt: typeof info.last_error_date === 'number' ? info.last_error_date * 1_000 : null,
    lastError: text(info.last_error_message, 2_000),
  };
}
