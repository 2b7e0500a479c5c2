import type { CampaignMessage, MediaKind } from '@botscope/contract';
import { mediaKinds } from '@botscope/contract';
import { isObject, type JsonObject } from '../../../telegram/json.ts';
import type { CampaignFileSource } from './engine-deps.ts';

type Media = NonNullable<CampaignMessage['media']>;

/** How a file goes into the next message. */
export type MediaUse =
  | { kind: MediaKind; fileId: string }
  | { kind: MediaKind; upload: { name: string; type: string; bytes: number; blob: Blob } };

/** The file of a campaign: uploaded by the first message that arrives, and sent by Telegram's id afterwards. */
export function createCampaignMedia(files: CampaignFileSource, bot: string, media: Media) {
  let known: { kind: MediaKind; fileId: string } | null = null;
  let rejections = 0;

  return {
    /** Until Telegram has the file, one message at a time is sent. */
    isKnown: (): boolean => known !== null,

    /** Null: the file is gone. */
    async use(): Promise<MediaUse | null> {
      if (known !== null) return known;
      const file = await files.find(bot, media.file, media.kind);
      if (file === null) return null;
      if ('fileId' in file) {
        known = { kind: media.kind, fileId: file.fileId };
        return known;
      }
      const { name, type, bytes } = file;
      return { kind: media.kind, upload: { name, type, bytes, blob: await file.read() } };
    },

    /** Telegram may make another kind of a file: a video without sound is an animation, and its id works for no other kind. */
    async delivered(response: JsonObject | null): Promise<void> {
      if (known !== null) return;
      known = fileOf(response, media.kind);
      if (known !== null) await files.keepFileId(bot, media.file, known.kind, known.fileId);
    },

    /** Telegram does not take the id. False: it has refused one before. */
    async refused(): Promise<boolean> {
      known = null;
      rejections += 1;
      await files.forgetFileId(bot, media.file);
      return rejections === 1;
    },
  };
}

export type CampaignMedia = ReturnType<typeof createCampaignMedia>;

/** An answer to an animation has a document, too. */
function fileOf(response: JsonObject | null, sent: MediaKind): { kind: MediaKind; fileId: string } | null {
  const message = response?.result;
  if (!isObject(message)) return null;
  for (const kind of [sent, ...mediaKinds.filter((other) => other !== 'document'), 'document'] as const) {
    const value = message[kind];
    const file: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (isObject(file) && typeof file.file_id === 'string' && !(kind === 'document' && isObject(message.animation)))
      return { kind, fileId: file.file_id };
  }
  return null;
}
