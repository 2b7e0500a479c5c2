import type { AlbumKind, CopiedPost, MessageButton, MessageEntity } from '@botscope/contract';
import { buildKeyboard, type TelegramCall, textParams } from './telegram-call.ts';

/** Content of a message, and its sending options. */
interface Content {
  text: string;
  entities: MessageEntity[];
  buttons: MessageButton[][];
  disable_notification?: boolean | undefined;
  protect_content?: boolean | undefined;
  caption_above?: boolean | undefined;
}

const buildOptions = ({ disable_notification, protect_content }: Content): Record<string, unknown> => ({
  ...(disable_notification && { disable_notification: true }),
  ...(protect_content && { protect_content: true }),
});

/** A file of an album; `media` is Telegram's id, or names an uploaded file. */
interface AlbumFile {
  kind: AlbumKind;
  media: string;
  has_spoiler?: boolean | undefined;
}

/** The call that sends several files as one album. The first one has the caption; an album has no buttons. */
export function albumCall(userId: number, content: Content, files: readonly AlbumFile[]): TelegramCall {
  const media = files.map(({ kind, media, has_spoiler }, index) => {
    const isPicture = kind === 'photo' || kind === 'video';
    return {
      type: kind,
      media,
      ...(index === 0 && content.text !== '' && textParams(content, true)),
      ...(isPicture && has_spoiler && { has_spoiler: true }),
      ...(isPicture && content.caption_above && { show_caption_above_media: true }),
    };
  });
  return { method: 'sendMediaGroup', params: { chat_id: userId, media, ...buildOptions(content) }, file: null };
}

/** The call that sends a copy of a post. Without a text the copy keeps the caption of the post. */
export function copyingCall(userId: number, content: Content, post: CopiedPost): TelegramCall {
  const keyboard = buildKeyboard(content);
  const params = {
    chat_id: userId,
    from_chat_id: parseChatId(post),
    message_id: post.message_id,
    ...buildOptions(content),
    ...(content.text !== '' && textParams(content, true)),
    ...(content.text !== '' && content.caption_above && { show_caption_above_media: true }),
    ...(keyboard !== null && { reply_markup: keyboard }),
  };
  return { method: 'copyMessage', params, file: null };
}

/** Whether the bot can read the chat of a post is asked with this. */
export const chatCall = (post: Pick<CopiedPost, 'chat'>): TelegramCall => ({
  method: 'getChat',
  params: { chat_id: parseChatId(post) },
  file: null,
});

const parseChatId = ({ chat }: Pick<CopiedPost, 'chat'>): string | number =>
  chat.startsWith('@') ? chat : Number(chat);

/** The call that deletes several messages of a chat at once. Those that are gone already are passed over. */
export const deletingAllCall = (userId: number, messageIds: readonly number[]): TelegramCall => ({
  method: 'deleteMessages',
  params: { chat_id: userId, message_ids: [...messageIds] },
  file: null,
});

/** The call that gives the first message of an album another caption. */
export const editingAlbumCall = (
  userId: number,
  messageId: number,
  content: Pick<Content, 'text' | 'entities' | 'buttons' | 'caption_above'>,
): TelegramCall => ({
  method: 'editMessageCaption',
  params: {
    chat_id: userId,
    message_id: messageId,
    ...textParams(content, true),
    ...(content.caption_above && { show_caption_above_media: true }),
  },
  file: null,
});

/** The call that changes a copy: its caption and buttons, or without a text its buttons alone. */
export const editingCopyCall = (
  userId: number,
  messageId: number,
  content: Pick<Content, 'text' | 'entities' | 'buttons'>,
): TelegramCall => ({
  method: content.text === '' ? 'editMessageReplyMarkup' : 'editMessageCaption',
  params: {
    chat_id: userId,
    message_id: messageId,
    ...(content.text !== '' && textParams(content, true)),
    reply_markup: buildKeyboard(content) ?? { inline_keyboard: [] },
  },
  file: null,
});
