import QuickLRU from 'quick-lru';
import { systemClock } from '../../platform/clock.ts';
import type { BotRow } from '../bots/bots.ts';
import type { BotPhoto } from './photo.ts';

/** Bots change their picture rarely, and every page of the dashboard shows some. */
const keepMs = 600_000;
/** With pictures of at most 128 kB, and up to twice as many in the cache: 16 MB. */
const maxPhotos = 64;

/** Pictures in memory, so that Telegram is asked once in ten minutes; also that there is none. Failures are not kept. */
export function createPhotoCache(fetch: (bot: BotRow) => Promise<BotPhoto | null>, monotonic = systemClock.monotonic) {
  const photos = new QuickLRU<string, { photo: Promise<BotPhoto | null>; until: number }>({ maxSize: maxPhotos });
  return (bot: BotRow): Promise<BotPhoto | null> => {
    // Another token may be of another bot.
    const name = `${bot.key} ${bot.token_hash}`;
    const entry = photos.get(name);
    if (entry !== undefined && entry.until > monotonic()) return entry.photo;
    const photo = fetch(bot);
    photos.set(name, { photo, until: monotonic() + keepMs });
    photo.catch(() => {
      if (photos.get(name)?.photo === photo) photos.delete(name);
    });
    return photo;
  };
}
