import type { CampaignMessage, MediaKind } from '@botscope/contract';
import { mediaKinds } from '@botscope/contract';
import { isObject, type JsonObject } from '../../../telegram/json.ts';
import type { CampaignFileSource } from '../engine-deps.ts';

interface Media {
  kind: MediaKind;
  file: string;
}

/** Form in which a file goes into the next message. */
export type MediaUse =
  | { kind: MediaKind; fileId: string }
  | { kind: MediaKind; upload: { name: string; type: string; bytes: number; blob: Blob } };

/** The files of a message: uploaded by the first one that arrives, and sent by Telegram's ids afterwards. */
export interface CampaignMedia {
  /**
   * A message with all of them arrived. Until then one at a time is sent: IDs from the store may have expired, and
   * messages that are sent together would all be refused.
   */
  isProven(): boolean;
  /** In the order of the message. Null: one is gone. */
  use(): Promise<readonly MediaUse[] | null>;
  delivered(uses: readonly MediaUse[], response: JsonObject | null): Promise<void>;
  /** Telegram does not take one of them. False: it refused the ones that replaced the first, too. */
  refused(uses: readonly MediaUse[]): Promise<boolean>;
}

/** Null for a message without files. */
export function createCampaignMedia(
  files: CampaignFileSource,
  bot: string,
  { media, album }: Pick<CampaignMessage, 'media' | 'album'>,
): CampaignMedia | null {
  const all: readonly Media[] = album ?? (media === null ? [] : [media]);
  if (all.length === 0) return null;
  const items = all.map((one) => createFile(files, bot, one));
  let rejections = 0;
  /** The files as they are since Telegram last rejected one. */
  let current = new WeakSet<readonly MediaUse[]>();
  let forgetting: Promise<unknown> = Promise.resolve();
  return {
    isProven: () => items.every((item) => item.isProven()),
    async use() {
      // While an id is being deleted from the store, the next message would find it there again.
      await forgetting;
      const uses: MediaUse[] = [];
      for (const item of items) {
        const use = await item.use();
        if (use === null) return null;
        uses.push(use);
      }
      current.add(uses);
      return uses;
    },
    async delivered(uses, response) {
      if (current.has(uses)) rejections = 0;
      const result = response?.result;
      const messages: readonly unknown[] = Array.isArray(result) ? result : [result];
      for (const [index, item] of items.entries()) await item.delivered(uses[index], messages[index]);
    },
    async refused(uses) {
      // Sent before an earlier rejection was known: the same one again.
      if (!current.has(uses)) return true;
      current = new WeakSet();
      rejections += 1;
      // Telegram does not say which of them it was.
      const forgotten = Promise.all(items.map((item) => item.forget()));
      forgetting = forgotten.catch(() => undefined);
      await forgotten;
      return rejections === 1;
    },
  };
}

function createFile(files: CampaignFileSource, bot: string, media: Media) {
  let knownFile: { kind: MediaKind; fileId: string } | null = null;

  return {
    isProven: (): boolean => knownFile !== null,

    /** Null: the file is gone. */
    async use(): Promise<MediaUse | null> {
      if (knownFile !== null) return knownFile;
      const file = await files.find(bot, media.file, media.kind);
      if (file === null) return null;
      if ('fileId' in file) return { kind: media.kind, fileId: file.fileId };
      const { name, type, bytes } = file;
      return { kind: media.kind, upload: { name, type, bytes, blob: await file.read() } };
    },

    /** Telegram may make another kind of a file: a video without sound is an animation, and its id works for no other kind. */
    async delivered(use: MediaUse | undefined, message: unknown): Promise<void> {
      if (knownFile !== null) return;
      const sentFile = use !== undefined && 'fileId' in use ? use : null;
      knownFile = findFile(message, media.kind) ?? sentFile;
      if (knownFile !== null && knownFile.fileId !== sentFile?.fileId)
        await files.keepFileId(bot, media.file, knownFile.kind, knownFile.fileId);
    },

    async forget(): Promise<void> {
      knownFile = null;
      await files.forgetFileId(bot, media.file);
    },
  };
}

/** An answer to an animation has a document, too. */
function findFile(message: unknown, sentKind: MediaKind): { kind: MediaKind; fileId: string } | null {
  if (!isObject(message)) return null;
  for (const kind of [sentKind, ...mediaKinds.filter((other) => other !== 'document'), 'document'] as const) {
    const value = message[kind];
    const file: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (isObject(file) && typeof file.file_id === 'string' && !(kind === 'document' && isObject(message.animation)))
      return { kind, fileId: file.file_id };
  }
  return null;
}
