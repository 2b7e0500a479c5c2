import { type Dispatcher, request } from 'undici';
import { AppError } from '../platform/errors.ts';
import { isObject } from './json.ts';
import { readText } from './read-text.ts';
import { redactTokens } from './redact.ts';

/** Telegram's answer. An error is an answer too, not an exception. */
export type TelegramAnswer =
  | { ok: true; result: unknown; description?: string }
  | { ok: false; error_code: number; description: string; parameters?: { retry_after?: number } };

export interface CallOptions {
  /** Milliseconds for the whole call; 15 seconds unless said. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface TelegramClient {
  /**
   * Calls a method of the Bot API.
   * @param root API root without a slash at the end.
   * @throws AppError TelegramUnavailable if there was no answer, or one that is not the Bot API's. The call may have been executed.
   */
  call(
    root: string,
    token: string,
    method: string,
    params?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<TelegramAnswer>;
}

const defaultTimeoutMs = 15_000;
/** The longest answers (getUpdates) have 4 MiB; what we ask for is far smaller. */
const longestAnswer = 8 * 1_048_576;

/** @param noteDate gets the `Date` header of each answer: a clock that is right to the second. */
export function createTelegramClient(
  dispatcher: Dispatcher,
  noteDate: (header: unknown) => void = () => undefined,
): TelegramClient {
  return {
    async call(root, token, method, params = {}, options = {}) {
      const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
      const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
      try {
        const { body, headers } = await request(`${root}/bot${token}/${method}`, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(params),
          signal,
        });
        noteDate(headers.date);
        return readAnswer(JSON.parse(await readText(body, longestAnswer)));
      } catch (error) {
        if (error instanceof AppError) throw error;
        const words = redactTokens(error instanceof Error ? error.message : String(error));
        throw new AppError('TelegramUnavailable', { message: `Telegram does not answer: ${words}`, cause: error });
      }
    },
  };
}

function readAnswer(value: unknown): TelegramAnswer {
  if (isObject(value) && value.ok === true) {
    return {
      ok: true,
      result: value.result,
      ...(typeof value.description === 'string' ? { description: value.description } : {}),
    };
  }
  if (!isObject(value) || value.ok !== false) throw new Error('the answer is not the Bot API’s');
  const { parameters } = value;
  return {
    ok: false,
    error_code: typeof value.error_code === 'number' ? value.error_code : 500,
    description: typeof value.description === 'string' ? value.description : 'Unknown error',
    ...(isObject(parameters) ? { parameters } : {}),
  };
}
