import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import type { BotRow } from '../bots/bots.ts';
import { AppError } from '../errors.ts';
import { integer, isObject, type JsonObject, text } from '../telegram/json.ts';
import { redactTokens } from '../telegram/redact.ts';
import { type BotAccess, type BotCaller, mustHaveToken } from './bot-caller.ts';

/** The widest place where the dashboard shows it, in pixels of a sharp screen. */
const WIDTH = 160;
/** Telegram answers within a second; a picture is no reason to wait longer. */
const PATIENCE_MS = 10_000;

/** A bot's picture: what it is, without having fetched it. */
export interface BotPhoto {
  /** Telegram's own name of this picture, the same for ever. */
  uniqueId: string;
  /** JPEG. @throws AppError NotFound where Telegram does not give it out, TelegramUnavailable */
  open(): Promise<{ bytes: number | null; body: Readable }>;
}

/** The newest picture in the smallest size that is wide enough; null if there is none. @throws as `BotCaller.call` */
export async function findPhoto(
  deps: { caller: BotCaller; access: BotAccess; dispatcher: Dispatcher },
  bot: BotRow,
): Promise<BotPhoto | null> {
  const token = mustHaveToken(deps.access, bot);
  // A token begins with its bot's own id.
  const userId = Number(token.split(':', 1)[0]);
  const { photos } = await deps.caller.ask(bot, 'getUserProfilePhotos', { user_id: userId, limit: 1 });
  const newest: unknown = Array.isArray(photos) ? photos[0] : undefined;
  const size = sizeFor(Array.isArray(newest) ? newest.filter(isObject) : []);
  if (size === undefined) return null;
  return {
    uniqueId: text(size.file_unique_id, 64),
    async open() {
      const file = await deps.caller.ask(bot, 'getFile', { file_id: size.file_id });
      const path = text(file.file_path, 1_024);
      // A Bot API server of one's own names a path on its own disk instead.
      if (path === '' || path.startsWith('/')) throw new AppError('NotFound');
      return download(deps.dispatcher, `${deps.access.rootOf(bot)}/file/bot${token}/${path}`);
    },
  };
}

function sizeFor(sizes: readonly JsonObject[]): JsonObject | undefined {
  const rising = sizes.toSorted((a, b) => integer(a.width) - integer(b.width));
  return rising.find(({ width }) => integer(width) >= WIDTH) ?? rising.at(-1);
}

async function download(dispatcher: Dispatcher, url: string): Promise<{ bytes: number | null; body: Readable }> {
  try {
    const { statusCode, headers, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (statusCode !== 200) {
      await body.dump();
      throw new AppError(statusCode >= 500 ? 'TelegramUnavailable' : 'NotFound');
    }
    const length = Number(headers['content-length']);
    return { bytes: Number.isSafeInteger(length) ? length : null, body };
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Neither the address nor the words may carry the token any further.
    const words = redactTokens(error instanceof Error ? error.message : String(error));
    throw new AppError('TelegramUnavailable', { message: `Telegram does not give out the picture: ${words}` });
  }
}

/** Whether the bot has a picture; a refusal is no reason not to show the rest of its profile. */
export async function hasPhoto(caller: Pick<BotCaller, 'ask'>, bot: BotRow, userId: number): Promise<boolean> {
  try {
    const { total_count: count } = await caller.ask(bot, 'getUserProfilePhotos', { user_id: userId, limit: 1 });
    return integer(count) > 0;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TelegramRefused') return false;
    throw error;
  }
}
