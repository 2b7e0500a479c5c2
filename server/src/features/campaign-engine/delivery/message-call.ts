import { type AlbumKind, albumKinds, type CampaignMessage, type MessageButton } from '@botscope/contract';
import type { KnownAnswer } from '../../../ingest/recording/record-answer.ts';
import type { AttachedFile } from '../../../telegram/sending/call-telegram.ts';
import { albumCall, copyingCall } from '../../../telegram/sending/content-calls.ts';
import { sendingCall, type TelegramCall } from '../../../telegram/sending/telegram-call.ts';
import type { MediaUse } from './campaign-media.ts';

/** The message with a row of its own for the button. Below an album there is none. */
export const withFooter = <Content extends Pick<CampaignMessage, 'buttons' | 'album'>>(
  content: Content,
  footer: MessageButton | null,
): Content =>
  footer === null || content.album !== undefined ? content : { ...content, buttons: [...content.buttons, [footer]] };

/** A call, and the files that go with it. */
interface MessageCall {
  call: TelegramCall;
  files: readonly AttachedFile[];
  /** As the events keep them. */
  sent: KnownAnswer['files'];
}

/** The call that sends the message of a campaign to a user. `uses`: its files. */
export function messageCall(userId: number, message: CampaignMessage, uses: readonly MediaUse[]): MessageCall {
  const { media, album, post } = message;
  if (post !== undefined) return { call: copyingCall(userId, message, post), files: [], sent: [] };
  const uploads = uses.flatMap((use, index) =>
    'upload' in use ? [{ ...use.upload, field: album === undefined ? use.kind : fieldOf(index) }] : [],
  );
  const files = uploads.map(({ bytes: _, ...file }) => file);
  const sentFiles = uploads.map(({ field, name, type, bytes }) => ({ field, name, type, size: bytes }));
  if (album !== undefined) {
    const items = uses.map((use, index) => ({
      kind: toAlbumKind(use) ?? album[index]?.kind ?? 'document',
      media: 'fileId' in use ? use.fileId : `attach://${fieldOf(index)}`,
      has_spoiler: album[index]?.has_spoiler,
    }));
    return { call: albumCall(userId, message, items), files, sent: sentFiles };
  }
  const { text, entities, buttons, disable_notification, protect_content } = message;
  const { disable_preview, link_preview, caption_above } = message;
  const options = { disable_notification, protect_content, disable_preview, link_preview, caption_above };
  const content = { text, entities, buttons, ...options };
  const [use] = uses;
  if (media === null || use === undefined) return { call: sendingCall(userId, content), files, sent: sentFiles };
  // `upload` is a name only: the bytes go beside it.
  const file = 'fileId' in use ? { file_id: use.fileId } : { upload: media.file };
  const has_spoiler = media.has_spoiler ?? false;
  return {
    call: sendingCall(userId, { ...content, media: { kind: use.kind, has_spoiler, ...file } }),
    files,
    sent: sentFiles,
  };
}

const fieldOf = (index: number): string => `file${index}`;
const toAlbumKind = ({ kind }: MediaUse): AlbumKind | undefined => albumKinds.find((one) => one === kind);
