import { type Dispatcher, request } from 'undici';
import { AppError } from '../../platform/errors.ts';
import { integer, isObject, type JsonObject, text } from '../../telegram/json.ts';
import { redactTokens } from '../../telegram/redact.ts';
import type { BotRow } from '../bots/bots.ts';
import { type BotAccess, type BotCaller, mustHaveToken } from './bot-caller.ts';

/** The widest place where the dashboard shows it, in pixels of a sharp screen. */
const photoWidth = 160;
/** Telegram answers within a second; a picture is no reason to wait longer. */
const timeoutMs = 10_000;

/** Most bytes of a picture of this width; Telegram's own have some 10,000. */
const maxBytes = 131_072;

/** A bot's picture. */
export interface BotPhoto {
  /** Telegram's own name of this picture; it never changes. */
  uniqueId: string;
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  bytes: Buffer;
}

/** The newest picture in the smallest size that is wide enough; null if there is none that may be shown. @throws as `BotCaller.call` */
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
  const file = await deps.caller.ask(bot, 'getFile', { file_id: size.file_id });
  const path = text(file.file_path, 1_024);
  // A Bot API server of one's own names a path on its own disk instead.
  if (path === '' || path.startsWith('/')) return null;
  const bytes = await download(deps.dispatcher, `${deps.access.rootOf(bot)}/file/bot${token}/${path}`);
  const type = bytes === null ? null : detectType(bytes);
  return bytes === null || type === null ? null : { uniqueId: text(size.file_unique_id, 64), type, bytes };
}

/** Detects the type by the bytes: Telegram calls every file a stream of octets, and browsers may only get pictures. */
function detectType(bytes: Buffer): BotPhoto['type'] | null {
  const begins = (hex: string, offset = 0) => bytes.subarray(offset, offset + hex.length / 2).toString('hex') === hex;
  if (begins('ffd8ff')) return 'image/jpeg';
  if (begins('89504e470d0a1a0a')) return 'image/png';
  return begins('52494646') && begins('57454250', 8) ? 'image/webp' : null;
}

function sizeFor(sizes: readonly JsonObject[]): JsonObject | undefined {
  const rising = sizes.toSorted((a, b) => integer(a.width) - integer(b.width));
  return rising.find(({ width }) => integer(width) >= photoWidth) ?? rising.at(-1);
}

/** Null if there is no photo, or it is not a small image. */
async function download(dispatcher: Dispatcher, url: string): Promise<Buffer | null> {
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    if (statusCode !== 200) {
      await body.dump();
      if (statusCode >= 500) throw new AppError('TelegramUnavailable');
      return null;
    }
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      length += part.length;
      // Leaving the loop ends the download.
      if (length > maxBytes) return null;
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Neither the address nor the words may carry the token any further.
    const words = redactTokens(error instanceof Error ? error.message : String(error));
    throw new AppError('TelegramUnavailable', { message: `Telegram does not give out the picture: ${words}` });
  }
}

/** Whether the bot has a picture; without Telegram's answer the rest of its profile is still shown. */
export async function hasPhoto(caller: Pick<BotCaller, 'ask'>, bot: BotRow, userId: number): Promise<boolean> {
  try {
    const { total_count: count } = await caller.ask(bot, 'getUserProfilePhotos', { user_id: userId, limit: 1 });
    return integer(count) > 0;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TelegramRefused') return false;
    throw error;
  }
}
