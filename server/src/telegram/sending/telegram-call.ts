import { type MediaKind, mediaMethods, type OutgoingContent } from '@botscope/contract';

/** A call of the Bot API. `file`: the parameter that an uploaded file is sent in. */
export interface TelegramCall {
  method: string;
  params: Record<string, unknown>;
  file: MediaKind | null;
}

/** The call that sends a message to a person. */
export function sendingCall(userId: number, content: OutgoingContent): TelegramCall {
  const { media } = content;
  const params: Record<string, unknown> = { chat_id: userId, ...textParams(content, media !== undefined) };
  if (content.reply_to_message_id !== undefined) {
    params.reply_parameters = { message_id: content.reply_to_message_id, allow_sending_without_reply: true };
  }
  if (content.disable_notification) params.disable_notification = true;
  if (content.protect_content) params.protect_content = true;
  const keyboard = keyboardOf(content);
  if (keyboard !== null) params.reply_markup = keyboard;
  if (media === undefined) {
    if (content.disable_preview) params.link_preview_options = { is_disabled: true };
    return { method: 'sendMessage', params, file: null };
  }
  if (media.file_id !== undefined) params[media.kind] = media.file_id;
  if (media.has_spoiler && ['photo', 'video', 'animation'].includes(media.kind)) params.has_spoiler = true;
  return { method: mediaMethods[media.kind], params, file: media.upload === undefined ? null : media.kind };
}

type Written = Pick<OutgoingContent, 'text' | 'entities' | 'buttons'>;

/** The call that gives a delivered message another text and other buttons. An absent keyboard is taken away. */
export function editingCall(userId: number, messageId: number, written: Written, hasMedia: boolean): TelegramCall {
  return {
    method: hasMedia ? 'editMessageCaption' : 'editMessageText',
    params: {
      chat_id: userId,
      message_id: messageId,
      ...textParams(written, hasMedia),
      reply_markup: keyboardOf(written) ?? { inline_keyboard: [] },
    },
    file: null,
  };
}

export const deletingCall = (userId: number, messageId: number): TelegramCall => ({
  method: 'deleteMessage',
  params: { chat_id: userId, message_id: messageId },
  file: null,
});

function textParams({ text, entities }: Written, isCaption: boolean): Record<string, unknown> {
  return {
    [isCaption ? 'caption' : 'text']: text,
    ...(entities.length > 0 && { [isCaption ? 'caption_entities' : 'entities']: entities }),
  };
}

function keyboardOf({ buttons }: Written): { inline_keyboard: object[][] } | null {
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
