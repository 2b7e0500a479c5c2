import type { Random } from '../random.ts';
import type { FileInfo } from './telegram-types.ts';

/** First letters of a file id tell its kind, as they do on Telegram. */
const fileIdPrefix: Record<string, string> = {
  photo: 'AgACAgIAAxkBAA',
  voice: 'AwACAgIAAxkBAA',
  video: 'BAACAgIAAxkBAA',
  document: 'BQACAgIAAxkBAA',
  animation: 'CgACAgIAAxkBAA',
  audio: 'CQACAgIAAxkBAA',
  video_note: 'DQACAgIAAxkBAA',
  sticker: 'CAACAgIAAxkBAA',
};

/** A new file id with its unique id, of the shape that Telegram uses for this kind of file. */
export function newFile(random: Random, kind: string, size: number): FileInfo {
  return {
    file_id: `${fileIdPrefix[kind] ?? 'BQACAgIAAxkBAA'}${random.token(56)}`,
    file_unique_id: `AgAD${random.token(11)}`,
    file_size: size,
  };
}

/** The sizes Telegram makes of a photo: thumbnail, medium, large. */
export function photoSizes(random: Random, bytes: number): (FileInfo & { width: number; height: number })[] {
  const sizes = [
    { scale: 90, share: 0.02 },
    { scale: 320, share: 0.2 },
    { scale: 800, share: 1 },
  ];
  return sizes.map(({ scale, share }) => ({
    ...newFile(random, 'photo', Math.max(1, Math.round(bytes * share))),
    width: scale,
    height: Math.round(scale * 0.75),
  }));
}
