import { AppError } from '../../platform/errors.ts';
import { isObject, type JsonObject } from '../../telegram/json.ts';
import type { TelegramAnswer, TelegramClient } from '../../telegram/telegram-client.ts';
import type { BotRow } from '../bots/bots.ts';

/** Token of a bot and the API root that it calls. */
export interface BotAccess {
  tokenOf(bot: BotRow): string | null;
  /** API root without a slash at the end. */
  rootOf(bot: BotRow): string;
}

/** Calls the Bot API in the name of a bot; answers with the result. */
export interface BotCaller {
  /**
   * @throws AppError NeedToken, WrongToken, TelegramRefused with Telegram's words and the given field,
   * TelegramUnavailable.
   */
  call(bot: BotRow, method: string, params?: Record<string, unknown>, field?: string): Promise<unknown>;
  /** For results that are objects. @throws as `call` */
  ask(bot: BotRow, method: string, params?: Record<string, unknown>): Promise<JsonObject>;
}

export function createBotCaller(telegram: Pick<TelegramClient, 'call'>, access: BotAccess): BotCaller {
  const call: BotCaller['call'] = async (bot, method, params, field) => {
    const answer = await telegram.call(access.rootOf(bot), mustHaveToken(access, bot), method, params);
    if (answer.ok) return answer.result;
    throw telegramError(answer, field);
  };
  return {
    call,
    async ask(bot, method, params) {
      const result = await call(bot, method, params);
      return isObject(result) ? result : {};
    },
  };
}

/** @throws AppError NeedToken */
export function mustHaveToken(access: Pick<BotAccess, 'tokenOf'>, bot: BotRow): string {
  const token = access.tokenOf(bot);
  if (token === null) throw new AppError('NeedToken');
  return token;
}

function telegramError({ error_code: code, description }: TelegramAnswer & { ok: false }, field?: string): AppError {
  // 401: a token that was revoked. 404: one that never was; a method that an old server does not know is another 404.
  if (code === 401 || (code === 404 && !/method/i.test(description))) return new AppError('WrongToken');
  if (code >= 500) return new AppError('TelegramUnavailable', { message: description });
  return new AppError('TelegramRefused', { message: description, ...(field === undefined ? {} : { field }) });
}
