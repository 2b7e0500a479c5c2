import { type MediaKind, mediaMethods, type OutgoingContent } from '@botscope/contract';

/** A call of the Bot API. `file`: the parameter that an uploaded file is sent in. */
export interface TelegramCall {
  method: string;
  params: Record<string, unknown>;
  file: MediaKind | null;
}

const pictures: readonly MediaKind[] = ['photo', 'video', 'animation'];

/** The call that sends a message to a user. */
export function sendingCall(userId: number, content: OutgoingContent): TelegramCall {
  const { media } = content;
  const params: Record<string, unknown> = { chat_id: userId, ...textParams(content, media !== undefined) };
  if (content.reply_to_message_id !== undefined) {
    params.reply_parameters = { message_id: content.reply_to_message_id, allow_sending_without_reply: true };
  }
  if (content.disable_notification) params.disable_notification = true;
  if (content.protect_content) params.protect_content = true;
  const keyboard = buildKeyboard(content);
  if (keyboard !== null) params.reply_markup = keyboard;
  if (media === undefined) {
    const preview = buildPreview(content);
    if (preview !== null) params.link_preview_options = preview;
    return { method: 'sendMessage', params, file: null };
  }
  if (media.file_id !== undefined) params[media.kind] = media.file_id;
  if (pictures.includes(media.kind)) {
    if (media.has_spoiler) params.has_spoiler = true;
    if (content.caption_above) params.show_caption_above_media = true;
  }
  return { method: mediaMethods[media.kind], params, file: media.upload === undefined ? null : media.kind };
}

/** Telegram takes sizes only together with an address, so the first link is named. */
function buildPreview({ disable_preview, link_preview = {}, text, entities }: OutgoingContent): object | null {
  if (disable_preview) return { is_disabled: true };
  const { url, size, above_text } = link_preview;
  if (url === undefined && size === undefined && !above_text) return null;
  const address = url ?? firstLink({ text, entities });
  return {
    ...(address !== undefined && { url: address }),
    ...(size !== undefined && { [`prefer_${size}_media`]: true }),
    ...(above_text && { show_above_text: true }),
  };
}

/** The first address in a text, written out or behind words. */
function firstLink({ text, entities }: Pick<OutgoingContent, 'text' | 'entities'>): string | undefined {
  const urlMatch = /https?:\/\/[^\s<>"]+/i.exec(text);
  const linkEntity = entities
    .filter(({ url = '' }) => /^https?:/i.test(url))
    .toSorted((a, b) => a.offset - b.offset)[0];
  return linkEntity !== undefined && (urlMatch === null || linkEntity.offset < urlMatch.index)
    ? linkEntity.url
    : urlMatch?.[0];
}

type Written = Pick<OutgoingContent, 'text' | 'entities' | 'buttons'>;

/** The call that gives a delivered message another text and other buttons. An absent keyboard is taken away. */
export function editingCall(userId: number, messageId: number, content: Written, hasMedia: boolean): TelegramCall {
  return {
    method: hasMedia ? 'editMessageCaption' : 'editMessageText',
    params: {
      chat_id: userId,
      message_id: messageId,
      ...textParams(content, hasMedia),
      reply_markup: buildKeyboard(content) ?? { inline_keyboard: [] },
    },
    file: null,
  };
}

export const deletingCall = (userId: number, messageId: number): TelegramCall => ({
  method: 'deleteMessage',
  params: { chat_id: userId, message_id: messageId },
  file: null,
});

/** Pinned silently: in a private chat Telegram would notify of it. */
export const pinningCall = (userId: number, messageId: number, isPinned: boolean): TelegramCall => ({
  method: isPinned ? 'pinChatMessage' : 'unpinChatMessage',
  params: { chat_id: userId, message_id: messageId, ...(isPinned && { disable_notification: true }) },
  file: null,
});

export function textParams({ text, entities }: Written, isCaption: boolean): Record<string, unknown> {
  return {
    [isCaption ? 'caption' : 'text']: text,
    ...(entities.length > 0 && { [isCaption ? 'caption_entities' : 'entities']: entities }),
  };
}

export function buildKeyboard({ buttons }: Pick<Written, 'buttons'>): { inline_keyboard: object[][] } | null {
  if (buttons.length === 0) return null;
  return {
    inline_keyboard: buttons.map((row) =>
      row.map(({ web_app, copy_text, ...button }) => ({
        ...button,
        ...(web_app !== undefined && { web_app: { url: web_app } }),
        ...(copy_text !== undefined && { copy_text: { text: copy_text } }),
      })),
    ),
  };
}
