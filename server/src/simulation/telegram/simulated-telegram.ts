import { createRandom, hashSeed, type Random } from '../random.ts';
import { newFile, photoSizes } from '../users/files.ts';

/** An answer of the Bot API. */
export interface SimulatedAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A message that a simulated user has got. */
export interface DeliveredMessage {
  chatId: number;
  messageId: number;
  /** Buttons with data under it. */
  buttons: number;
}

/** Users in a thousand who blocked the bot without it noticing, and whose account is gone. */
const blocked = 24;
const deactivated = 8;
/** One call in `limitedEvery` meets a limit, but only after `limitPauseMs` without one. */
const limitedEvery = 120;
const limitPauseMs = 45_000;
/** Numbers of messages rise with the time in quarters of a second, so they fit 32 bits for 17 years. */
const firstMoment = Date.UTC(2026, 0, 1);
const tickMs = 250;

/** Why nothing can be delivered to a user; null: it can. The same user gives the same answer. */
export function decideRejection(userId: number): 'blocked' | 'deactivated' | null {
  const place = hashSeed(`rejection/${userId}`) % 1_000;
  if (place < blocked) return 'blocked';
  return place < blocked + deactivated ? 'deactivated' : null;
}

/** Telegram's words for a rejection. */
export const rejectionWords = {
  blocked: 'Forbidden: bot was blocked by the user',
  deactivated: 'Forbidden: user is deactivated',
} as const;

/**
 * Answers calls of a bot as Telegram does, without any network: messages get rising numbers, a few users cannot be
 * reached, and now and then the bot is asked to wait.
 */
export function createSimulatedTelegram(options: {
  now?: () => number;
  random?: Random;
  onDelivered(message: DeliveredMessage): void;
}) {
  const { now = Date.now, random = createRandom(`telegram/${now()}`), onDelivered } = options;
  let lastId = 0;
  let noLimitBefore = 0;
  const nextId = (): number => {
    lastId = Math.max(lastId + 1, Math.floor((now() - firstMoment) / tickMs));
    return lastId;
  };

  function deliver(params: Readonly<Record<string, unknown>>, method: string): Record<string, unknown> {
    const chatId = Number(params.chat_id);
    const message_id = nextId();
    onDelivered({ chatId, messageId: message_id, buttons: callbackButtons(params.reply_markup) });
    const { text, caption, entities, caption_entities, reply_markup } = params;
    const content = { text, caption, entities, caption_entities, reply_markup, ...createFile(random, method, params) };
    return { message_id, chat: { id: chatId, type: 'private' }, date: Math.floor(now() / 1_000), ...content };
  }

  return {
    nextId,
    answer(method: string, params: Readonly<Record<string, unknown>>): SimulatedAnswer {
      const rejection = decideRejection(Number(params.chat_id));
      if (rejection !== null) return failure(403, rejectionWords[rejection]);
      if (!method.startsWith('send') && method !== 'copyMessage')
        return success(method.startsWith('edit') ? { message_id: params.message_id } : true);
      if (now() >= noLimitBefore && random.between(1, limitedEvery) === 1) {
        noLimitBefore = now() + limitPauseMs;
        const retry_after = random.between(1, 2);
        return failure(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
      }
      if (method === 'copyMessage') return success({ message_id: deliver(params, method).message_id });
      if (method !== 'sendMediaGroup') return success(deliver(params, method));
      const media = Array.isArray(params.media) ? params.media : [];
      return success(media.map((item: { type: string }) => deliver(params, `send${capitalized(item.type)}`)));
    },
  };
}

const success = (result: unknown): SimulatedAnswer => ({ status: 200, body: { ok: true, result } });
const failure = (error_code: number, description: string, parameters?: object): SimulatedAnswer => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters && { parameters }) },
});
const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns the file as Telegram describes it, with the id that sends it again. */
function createFile(random: Random, method: string, params: Readonly<Record<string, unknown>>): object {
  if (method === 'copyMessage') return {};
  const kind = method.slice('send'.length).toLowerCase();
  if (kind === 'message') return {};
  if (kind === 'photo') {
    const sizes = photoSizes(random, 120_000);
    const last = sizes.at(-1);
    return { photo: typeof params.photo === 'string' && last ? [{ ...last, file_id: params.photo }] : sizes };
  }
  const file = newFile(random, kind, 400_000);
  const fileId = params[kind];
  return { [kind]: typeof fileId === 'string' ? { ...file, file_id: fileId } : file };
}

function callbackButtons(markup: unknown): number {
  const { inline_keyboard: rows } = (markup ?? {}) as { inline_keyboard?: unknown };
  if (!Array.isArray(rows)) return 0;
  return rows.flat().filter((button: { callback_data?: unknown }) => button.callback_data !== undefined).length;
}
