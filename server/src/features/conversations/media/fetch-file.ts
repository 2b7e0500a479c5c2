import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import QuickLRU from 'quick-lru';
import { type Dispatcher, request } from 'undici';
import { systemClock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { minuteMs } from '../../../platform/time-units.ts';
import { isObject, text } from '../../../telegram/json.ts';
import { redactTokens } from '../../../telegram/redact.ts';
import type { TelegramClient } from '../../../telegram/telegram-client.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { FileCache } from './file-cache.ts';
import type { FileDescription } from './find-file.ts';

/** Telegram gives bots no larger files. */
const maxBytes = 20 * 1_048_576;
const timeoutMs = 60_000;
/** Pause before Telegram is asked again for a file that it no longer has. */
const goneMs = 10 * minuteMs;

export interface FileSources {
  telegram: Pick<TelegramClient, 'call'>;
  dispatcher: Dispatcher;
  cache: FileCache;
  tokenOf(bot: BotRow): string | null;
  /** API root without a slash at the end. */
  rootOf(bot: BotRow): string;
  monotonic?: () => number;
}

export type FetchFile = ReturnType<typeof createFileFetcher>;

/** Files from the cache, or from Telegram by way of it. */
export function createFileFetcher({
  telegram,
  dispatcher,
  cache,
  tokenOf,
  rootOf,
  monotonic = systemClock.monotonic,
}: FileSources) {
  const underway = new Map<string, Promise<{ path: string; size: number }>>();
  const unavailableSince = new QuickLRU<string, number>({ maxSize: 1_000 });

  const download = async (bot: BotRow, fileId: string, path: string): Promise<void> => {
    const token = tokenOf(bot);
    if (token === null) throw new AppError('NeedToken');
    const answer = await telegram.call(rootOf(bot), token, 'getFile', { file_id: fileId });
    if (!answer.ok) throw fileError(answer);
    const filePath = isObject(answer.result) ? text(answer.result.file_path, 1_024) : '';
    // A Bot API server of one's own names a path on its own disk instead.
    if (filePath === '' || filePath.startsWith('/')) throw new AppError('FileUnavailable');
    await writeFile(dispatcher, `${rootOf(bot)}/file/bot${token}/${filePath}`, path);
  };

  /** @throws AppError NeedToken, FileUnavailable, FileTooLarge, WrongToken, TelegramUnavailable */
  return async (bot: BotRow, user: number, file: FileDescription): Promise<{ path: string; size: number }> => {
    if (file.size > maxBytes) throw new AppError('FileTooLarge');
    const place = { bot: bot.key, user, name: file.uniqueId || file.fileId };
    const cachedFile = await cache.find(place);
    if (cachedFile !== null) return cachedFile;
    const key = `${bot.key} ${user} ${place.name}`;
    if (monotonic() - (unavailableSince.get(key) ?? Number.NEGATIVE_INFINITY) < goneMs)
      throw new AppError('FileUnavailable');
    const currentFetch = underway.get(key);
    if (currentFetch !== undefined) return currentFetch;
    const fetched = cache
      .add(place, (path) => download(bot, file.fileId, path))
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'FileUnavailable') unavailableSince.set(key, monotonic());
        throw error;
      });
    underway.set(key, fetched);
    return fetched.finally(() => underway.delete(key));
  };
}

function fileError({ error_code: code, description }: { error_code: number; description: string }): AppError {
  if (/too big/i.test(description)) return new AppError('FileTooLarge');
  if (code === 401 || code === 404) return new AppError('WrongToken');
  if (code === 400) return new AppError('FileUnavailable', { message: description });
  return new AppError('TelegramUnavailable', { message: description });
}

async function writeFile(dispatcher: Dispatcher, url: string, path: string): Promise<void> {
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    if (statusCode !== 200) {
      await body.dump();
      throw new AppError(statusCode >= 500 ? 'TelegramUnavailable' : 'FileUnavailable');
    }
    await pipeline(body, limited(maxBytes), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Neither the address nor the words may carry the token any further.
    const words = redactTokens(error instanceof Error ? error.message : String(error));
    throw new AppError('TelegramUnavailable', { message: `Telegram does not deliver the file: ${words}` });
  }
}

function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      if (bytes > maxBytes) callback(new AppError('FileTooLarge'));
      else callback(null, chunk);
    },
  });
}
